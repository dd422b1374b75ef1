import type { ReviewRules, ReviewRulesRequest, XeroLabel } from '../../../contracts/shared/review-rules.ts'
import { SMALLEST_AMOUNT } from '../../../contracts/shared/smallest-amount.ts'
import type { ReadAmount } from '../../lib/formats/read-amount.ts'
import { withTyped } from '../settings-rules.ts'

/** What the rows hold: amount and word as they are typed. */
export type RulesDraft = {
  amount: string
  leavesOutDeposits: boolean
  invoiceWords: string[]
  word: string
  labels: XeroLabel[]
}

export const draftOfRules = (rules: ReviewRules): RulesDraft => ({
  amount: amountText(rules.smallestAmount),
  leavesOutDeposits: rules.leavesOutDeposits,
  invoiceWords: rules.invoiceWords,
  word: '',
  labels: rules.labels,
})

/** 80 → '80', 79.5 → '79.50'. */
const amountText = (amount: number | null): string => {
  if (amount === null) return ''
  return Number.isInteger(amount) ? String(amount) : amount.toFixed(2)
}

type Read = (text: string) => ReadAmount

/** Why what is typed is no smallest amount; null where it is one, or where nothing is typed. */
export const smallestAmountProblem = (
  typed: string,
  read: Read,
  words: { ambiguous: (typed: string) => string },
): string | null => {
  if (typed.trim() === '') return null
  const amount = read(typed)
  if (amount.is === 'ambiguous') return words.ambiguous(typed)
  const { most } = SMALLEST_AMOUNT
  if (amount.is === 'amount' && amount.amount > 0 && amount.amount <= most) return null
  return `Write an amount above 0 and up to ${most.toLocaleString('en')}, such as 80, or leave it empty.`
}

export const wantedRules = (
  { amount, word, invoiceWords, ...draft }: RulesDraft,
  read: Read,
): Omit<ReviewRulesRequest, 'version'> => {
  const typed = read(amount)
  return {
    ...draft,
    smallestAmount: typed.is === 'amount' ? typed.amount : null,
    invoiceWords: withTyped(invoiceWords, word),
  }
}

export const isSameLabel = (one: XeroLabel, other: XeroLabel): boolean =>
  one.kind === other.kind && one.tenantId === other.tenantId && one.id === other.id

/** With it, or where it was among them without it. */
export const toggled = (labels: XeroLabel[], label: XeroLabel): XeroLabel[] =>
  labels.some((known) => isSameLabel(known, label))
    ? labels.filter((known) => !isSameLabel(known, label))
    : [...labels, label]
