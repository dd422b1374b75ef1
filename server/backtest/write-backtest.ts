import type { Backtest } from '../../contracts/backtest.ts'
import { addDays, localDate } from '../platform/dates.ts'
import { centsToDecimal } from '../platform/money.ts'
import type { Replayed } from '../review-requests/deciding/replay-decisions.ts'
import { skipReasonWords, type SkipReason } from '../review-requests/deciding/review-request-rules.ts'
import { pricedText, type TextDeps } from '../texts/priced-text.ts'
import { SAMPLE_TOKEN } from '../texts/link-token.ts'

type Asked = Extract<Replayed, { outcome: 'scheduled' }>
type Skipped = Extract<Replayed, { outcome: 'skipped' }>
type About = {
  days: { from: string; until: string; timeZone: string }
  business: { name: string; message: string; currency: string; ownSender: string | null }
}

/** What the owner reads: counts, days, reasons and the first text, written and priced by the code that sends. */
export const writeBacktest = (
  deps: TextDeps,
  replayed: Replayed[],
  { days: { from, until, timeZone }, business }: About,
): Omit<Backtest, 'askedAsSaved' | 'wouldCancel' | 'missing'> => {
  const asked = replayed
    .filter((one): one is Asked => one.outcome === 'scheduled')
    .toSorted((one, other) => one.dueAt.getTime() - other.dueAt.getTime())
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
    skipped: groupReasons(replayed.filter((one): one is Skipped => one.outcome === 'skipped')),
    first: first ? { customerName: nameOf(first), body: texts[0]!.body, day: daysAsked[0]! } : null,
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

/** Each day has its count. A delay, or a night, puts the last texts off beyond today. */
const countDays = (asked: string[], { from, until }: { from: string; until: string }): Backtest['days'] => {
  const last = asked.reduce((latest, day) => (day > latest ? day : latest), until)
  const counts = new Map<string, number>()
  for (let day = from; day <= last; day = addDays(day, 1)) counts.set(day, 0)
  for (const day of asked) counts.set(day, (counts.get(day) ?? 0) + 1)
  return [...counts].map(([day, count]) => ({ day, count }))
}

const MOST_NAMES = 3

const groupReasons = (skipped: Skipped[]): Backtest['skipped'] =>
  [...Map.groupBy(skipped, ({ reason }) => reason)]
    .map(([reason, those]) => ({
      reason,
      what: WORDS[reason] ?? skipReasonWords[reason].what,
      count: those.length,
      names: [...new Set(those.flatMap((one) => nameOf(one) ?? []))].slice(0, MOST_NAMES),
    }))
    .toSorted((one, other) => other.count - one.count)

/** Where the words of what was really decided would not be true of a replay. */
const WORDS: Partial<Record<SkipReason, string>> = {
  cooldown: 'They had been asked shortly before, and your cooldown was not over.',
}
