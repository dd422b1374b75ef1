import type { Facts, Finding } from './check-all.ts'
import type { Diary, DiaryInvoice, OwnerDecision } from '../world/diary.ts'

const HOUR_MS = 3_600_000
/** Between its turn and its writing a text may lose so much time. */
const UNDER_WAY_MS = 60_000

/** What an owner was told to be cancelled or held stays so, and no hour has more texts than she wants. */
export const checkOwners = ({ diary, sandbox }: Facts): Finding[] => {
  const findings = diary.decisions.flatMap((decision) => checkDecision(diary, decision))
  for (const [index, { pace }] of diary.businesses.entries()) {
    if (!pace || diary.forgotten.length > 0) continue
    const gone = sandbox.twilio
      .sent()
      .filter((text) => isPaced(diary, invoiceOf(diary, text), index))
      .map((text) => writtenAt(diary, text))
      .sort((one, other) => one - other)
    const early = gone.find((at, place) => gone[place + pace.perHour]! - at < HOUR_MS - UNDER_WAY_MS)
    if (early !== undefined)
      findings.push({
        promise: 'at its pace',
        what: `more than ${pace.perHour} texts of business ${index} in the hour from ${new Date(early).toISOString()}`,
      })
  }
  return findings
}

type Sent = { to: string; body: string; createdAt: number }

const STOPS = new Set(['cancel', 'hold'])

const checkDecision = (diary: Diary, decision: OwnerDecision): Finding[] => {
  const { invoiceId, choice, confirmedAt } = decision
  if (!STOPS.has(choice) || confirmedAt === undefined) return []
  // Whatever she asked for afterwards may be in force, whether or not she was told, and so may what was under way then.
  const other = diary.decisions.find(
    (one) =>
      one.invoiceId === invoiceId &&
      !STOPS.has(one.choice) &&
      (one.confirmedAt ?? Infinity) >= decision.askedAt,
  )
  const written = diary.writes.find(
    (text) =>
      invoiceOf(diary, text)?.invoiceId === invoiceId &&
      text.at > confirmedAt &&
      text.at < (other?.askedAt ?? Infinity),
  )
  if (!written) return []
  const [then, at] = [confirmedAt, written.at].map((moment) => new Date(moment).toISOString())
  return [
    {
      promise: 'as its owner decided',
      what: `${invoiceId} was said to be under "${choice}" at ${then}, and ${written.by} wrote its text at ${at}`,
    },
  ]
}

const invoiceOf = ({ invoices }: Diary, text: { to: string; body: string }): DiaryInvoice | undefined =>
  [...invoices.values()].find(({ phone, number }) => phone === text.to && text.body.includes(number))

/** The last time before the gateway had it: one that was under way while the machine slept comes hours later. */
const writtenAt = ({ writes }: Diary, { to, body, createdAt }: Sent): number =>
  Math.max(
    ...writes
      .filter((text) => text.to === to && text.body === body && text.at <= createdAt)
      .map(({ at }) => at),
  )

/** What she sends herself takes no turn. */
const isPaced = ({ decisions }: Diary, invoice: DiaryInvoice | undefined, business: number): boolean =>
  invoice?.business === business &&
  !decisions.some(({ invoiceId, choice }) => invoiceId === invoice.invoiceId && choice === 'send-now')
