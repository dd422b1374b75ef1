import type { Backtest } from '../../contracts/backtest.ts'
import { presentSender } from '../message-settings/present-sender-rules.ts'
import { addDays, localDate } from '../platform/dates.ts'
import { centsToDecimal } from '../platform/money.ts'
import type { Replayed } from '../review-requests/replaying/replay-decisions.ts'
import { skipReasonWords, type SkipReason } from '../review-requests/deciding/review-request-rules.ts'
import { pricedText, type TextDeps } from '../texts/priced-text.ts'
import { SAMPLE_TOKEN } from '../texts/link-token.ts'

type Asked = Extract<Replayed, { outcome: 'scheduled' }>
export type WriteDeps = TextDeps & { twilio: { sender: string } }
type About = {
  days: { from: string; until: string; timeZone: string }
  business: { name: string; message: string; currency: string; ownSender: string | null }
  pace: { perDay: number } | null
}

/** Those that would have gone, in the order in which they would have. */
export const askedOf = (replayed: Replayed[]): Asked[] =>
  replayed
    .filter((one): one is Asked => one.outcome === 'scheduled' && !one.ended)
    .toSorted((one, other) => one.dueAt.getTime() - other.dueAt.getTime())

/** What the owner reads: counts, days, reasons and the first text, written and priced by the code that sends. */
export const writeBacktest = (
  deps: WriteDeps,
  replayed: Replayed[],
  { days: { from, until, timeZone }, business, pace }: About,
): Omit<Backtest, 'askedAsSaved' | 'wouldCancel' | 'missing'> => {
  const asked = askedOf(replayed)
  const texts = asked.map((one) => textFor(deps, one, business))
  const [first] = asked
  const daysAsked = asked.map(({ dueAt }) => localDate(dueAt, timeZone))
  return {
    from,
    until,
    paid: replayed.length,
    asked: asked.length,
    cost: centsToDecimal(texts.reduce((sum, { cents = 0 }) => sum + cents, 0)),
    currency: business.currency,
    days: countDays(daysAsked, { from, until }),
    inTurn: pace && { count: asked.filter(({ inTurn }) => inTurn).length, perDay: pace.perDay },
    skipped: groupReasons(replayed),
    first: first
      ? {
          customerName: nameOf(first),
          body: texts[0]!.body,
          sender: presentSender(texts[0]!.sender, deps.twilio.sender).name,
          day: daysAsked[0]!,
        }
      : null,
  }
}

const nameOf = ({ contact, invoice }: Replayed): string | null => contact?.name ?? invoice.contactName ?? null

const textFor = (deps: TextDeps, asked: Asked, { name, message, ownSender }: About['business']) =>
  pricedText(deps, {
    template: message,
    businessName: name,
    firstName: asked.contact?.firstName ?? null,
    customerName: nameOf(asked),
    invoiceNumber: asked.invoice.number ?? null,
    linkToken: SAMPLE_TOKEN,
    ownSender,
    country: asked.customer.kind === 'mobile' ? asked.customer.country : '',
  })

/** Each day has its count. A delay, a night or the pace puts the last texts off beyond today. */
const countDays = (asked: string[], { from, until }: { from: string; until: string }): Backtest['days'] => {
  const last = asked.reduce((latest, day) => (day > latest ? day : latest), until)
  const counts = new Map<string, number>()
  for (let day = from; day <= last; day = addDays(day, 1)) counts.set(day, 0)
  for (const day of asked) counts.set(day, (counts.get(day) ?? 0) + 1)
  return [...counts].map(([day, count]) => ({ day, count }))
}

const MOST_NAMES = 3

const groupReasons = (replayed: Replayed[]): Backtest['skipped'] =>
  [...Map.groupBy(replayed, reasonOf)]
    .flatMap(([reason, those]) => (reason ? [{ ...inWords(reason), ...countThose(those) }] : []))
    .toSorted((one, other) => other.count - one.count)

const reasonOf = (one: Replayed): SkipReason | typeof TOO_LATE.reason | undefined =>
  one.outcome === 'skipped' ? one.reason : one.ended

const countThose = (those: Replayed[]) => ({
  count: those.length,
  names: [...new Set(those.flatMap((one) => nameOf(one) ?? []))].slice(0, MOST_NAMES),
})

const inWords = (reason: SkipReason | typeof TOO_LATE.reason): { reason: string; what: string } => {
  if (reason === TOO_LATE.reason) return TOO_LATE
  return { reason, what: WORDS[reason] ?? skipReasonWords[reason].what }
}

const TOO_LATE = {
  reason: 'too_late',
  what: 'So many had paid at once that their turn would have come after more than two weeks.',
} as const

/** Where the words of what was really decided would not be true of a replay. */
const WORDS: Partial<Record<SkipReason, string>> = {
  cooldown: 'They had been asked shortly before, and your cooldown was not over.',
}
