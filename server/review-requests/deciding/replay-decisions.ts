import type { XeroInvoice } from '../../integrations/xero/xero-types.ts'
import {
  customerOf,
  decideInTurn,
  dueFor,
  type Customer,
  type DecidingOrganisation,
  type DecidingSettings,
} from './decide-in-turn.ts'
import type { CustomerHistory } from './decision-queries.ts'
import type { SkipReason } from './review-request-rules.ts'

export type Payment = {
  invoice: XeroInvoice
  organisation: DecidingOrganisation
  /** Where it is known already: a phone takes a while to read. */
  customer?: Customer
  /** When it was really decided, where it was. */
  decidedAt?: Date | undefined
  /** When the text that it really got failed: from then on it used up no cooldown. */
  failedAt?: Date | undefined
}

export type KnownCustomer = { optedOutAt: Date | undefined; lastTextedAt: Date | undefined }

export type Replayed = Customer & {
  invoice: XeroInvoice
  organisation: DecidingOrganisation
  /** When it would have been decided. */
  at: Date
} & ({ outcome: 'scheduled'; dueAt: Date } | { outcome: 'skipped'; reason: SkipReason })

type Deps = { hashPhone: (words: string) => Buffer; prices: Record<string, number>; isLive: boolean }

/**
 * What these settings decide of payments, each at its own moment, in their order, by the rules of the live decision.
 * Pure: each text that is planned is taken for sent when it is due. `known` says, by hex of the phone's hash, who had
 * been texted before the first of them, and who opted out, when. Invoices that are not paid are left out.
 */
export const replayDecisions = (
  deps: Deps,
  payments: Payment[],
  settings: DecidingSettings,
  known: ReadonlyMap<string, KnownCustomer> = new Map(),
): Replayed[] => {
  const texts = new Map<string, Text[]>()
  return payments
    .map((payment) => ({ ...payment, at: momentOf(payment) }))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .flatMap((payment) => decideOne(deps, payment, settings, { known, texts }))
}

/** When Xero reports a payment is when its invoice changed. */
const momentOf = ({ invoice, decidedAt }: Payment): Date => decidedAt ?? invoice.updatedAt

type Text = { dueAt: Date; failedAt: Date | undefined }
type SoFar = { known: ReadonlyMap<string, KnownCustomer>; texts: Map<string, Text[]> }

const decideOne = (
  deps: Deps,
  { invoice, organisation, at, failedAt, ...given }: Payment & { at: Date },
  settings: DecidingSettings,
  { known, texts }: SoFar,
): Replayed[] => {
  const customer = given.customer ?? customerOf(invoice, organisation.country, deps)
  const key = customer.phoneHash?.toString('hex')
  const histories = new Map(key ? [[key, historyAt(at, known.get(key), texts.get(key))]] : [])
  const options = { ...deps, settings, organisation, now: at, wasPaidBeforeGoLive: false }
  const [made] = decideInTurn([{ invoice, ...customer }], histories, options)
  if (!made) return []
  const replayed = { ...customer, invoice, organisation, at }
  if (made.decision.outcome === 'skipped') return [{ ...replayed, ...made.decision }]
  const dueAt = dueFor(customer, options) ?? at
  if (key) texts.set(key, [...(texts.get(key) ?? []), { dueAt, failedAt }])
  return [{ ...replayed, outcome: 'scheduled', dueAt }]
}

/**
 * A text that was due by now has gone, and the cooldown counts from then; one that still waits counts as sent now, as
 * in `customerHistories`; one that has failed counts no more.
 */
const historyAt = (at: Date, known: KnownCustomer | undefined, texts: Text[] = []): CustomerHistory => {
  const isOptedOut = known?.optedOutAt !== undefined && known.optedOutAt <= at
  const standing = texts.filter(({ failedAt }) => failedAt === undefined || failedAt > at)
  const last = standing.findLast(({ dueAt }) => dueAt > at) ?? standing.at(-1)
  if (!last) return { isOptedOut, lastTextedAt: known?.lastTextedAt, plannedFor: undefined }
  return last.dueAt <= at
    ? { isOptedOut, lastTextedAt: last.dueAt, plannedFor: undefined }
    : { isOptedOut, lastTextedAt: at, plannedFor: last.dueAt }
}
