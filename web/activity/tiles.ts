import type { ActivityOutcome, ActivityTotals } from '../../contracts/activity.ts'
import { counted } from '../lib/words.ts'
import { NOT_COUNTED, OUTCOMES } from './outcomes.ts'

/** What the list is narrowed to; the address carries it. `reason` is a code, or several with commas. */
export type Choice = { outcome: ActivityOutcome | undefined; reason: string | undefined }

export type Tile = Choice & { words: string; count: number; todo?: string | null; act?: Act }

type Act = ActivityTotals['reasons'][number]['act']

/** One for each part of the whole, which is the first; what is in no figure is a part of its own. */
export const outcomeTiles = (totals: ActivityTotals): Tile[] => {
  const aside = totals.notCounted
  const asideCount = aside.reduce((sum, { count }) => sum + count, 0)
  return [
    { outcome: undefined, reason: undefined, words: 'All', count: totals.paid + asideCount },
    ...PARTS.map((outcome) => ({
      outcome,
      reason: undefined,
      words: OUTCOMES[outcome].words,
      count: totals[outcome],
    })),
    ...(aside.length > 0 ? [{ ...asideChoice(totals), words: NOT_COUNTED.words, count: asideCount }] : []),
  ]
}

const PARTS = ['texted', 'pending', 'failed', 'skipped'] as const

const asideChoice = (totals: ActivityTotals) => ({
  outcome: undefined,
  reason: totals.notCounted.map(({ reason }) => reason).join(','),
  todo: asideInWords(totals),
})

/** What the figures leave out; null where they leave out nothing. */
export const asideInWords = ({ notCounted }: ActivityTotals): string | null => {
  const kinds = ASIDE.filter(({ code }) => notCounted.some(({ reason }) => shareCode(reason, code)))
  if (kinds.length === 0) return null
  return `${NOT_COUNTED.words}: ${kinds.map(({ words }) => words).join(', and ')}. Nobody is asked about them.`
}

const ASIDE = [
  { code: 'paid_before_go_live', words: 'invoices paid before your texts began' },
  { code: 'bill', words: 'bills that you pay' },
]

/** Why the invoices of the chosen outcome were not texted; of all outcomes, where none is chosen. */
export const reasonTiles = (totals: ActivityTotals, { outcome, reason }: Choice): Tile[] =>
  totals.reasons
    .filter((line) => outcome === line.outcome || (outcome === undefined && !isAside(totals, reason)))
    .map(({ what, ...line }) => ({ ...line, words: what }))

const isAside = (totals: ActivityTotals, reason: string | undefined): boolean =>
  totals.notCounted.some((line) => shareCode(line.reason, reason))

/** An outcome stays pressed while one of its reasons is. */
export const isPressed = (tile: Tile, choice: Choice): boolean => {
  if (tile.reason === undefined)
    return tile.outcome === choice.outcome && (choice.outcome !== undefined || choice.reason === undefined)
  return (
    shareCode(tile.reason, choice.reason) && (choice.outcome === undefined || choice.outcome === tile.outcome)
  )
}

/** The tile of the reason that is chosen; other days may have more codes of it than the address. */
export const chosenReason = (totals: ActivityTotals | undefined, choice: Choice): Tile | undefined =>
  totals &&
  [...reasonTiles(totals, choice), ...outcomeTiles(totals)].find(
    (tile) => tile.reason !== undefined && isPressed(tile, choice),
  )

const shareCode = (some: string, others: string | undefined): boolean => {
  const codes = others?.split(',') ?? []
  return some.split(',').some((code) => codes.includes(code))
}

export const paidInWords = (paid: number): string =>
  paid === 0 ? 'No invoices were paid' : `${counted(paid, 'invoice')} paid`
