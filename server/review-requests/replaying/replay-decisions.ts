import { setImmediate } from 'node:timers/promises'
import type { XeroInvoice } from '../../integrations/xero/xero-types.ts'
import {
  customerOf,
  decideInTurn,
  dueFor,
  type Customer,
  type CustomerDeps,
  type DecidingOrganisation,
  type DecidingSettings,
} from '../deciding/decide-in-turn.ts'
import type { CustomerHistory } from '../deciding/decision-queries.ts'
import type { SkipReason } from '../deciding/review-request-rules.ts'
import type { Pace } from '../sending/pace/pace-rules.ts'
import { replayTurns, type ReplayedText, type ReplayedTurns } from './replay-turns.ts'

const AT_A_STRETCH_MS = 20
/** The latest moment that there is. */
const END_OF_TIME = new Date(8.64e15)

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
} & (
    | {
        outcome: 'scheduled'
        /** When it would have gone. */
        dueAt: Date
        /** Later than without a pace. */
        inTurn: boolean
        /** Why it would not have gone all the same. */
        ended: ReplayedText['ended']
      }
    | { outcome: 'skipped'; reason: SkipReason }
  )

export type ReplaySettings = DecidingSettings & { pace: Pace | null }

type Deps = CustomerDeps & { prices: Record<string, number>; isLive: boolean }

/**
 * What these settings decide of payments, each at its own moment, in their order, by the rules of the live decision.
 * Each text is taken for sent when it is due, or at its turn. `known` says, by hex of the phone's hash, who had been
 * texted before the first of them, and who opted out, when. Unpaid invoices are left out. Other work comes in between.
 */
export const replayDecisions = async (
  deps: Deps,
  payments: Payment[],
  settings: ReplaySettings,
  known: ReadonlyMap<string, KnownCustomer> = new Map(),
): Promise<Replayed[]> => {
  const soFar: SoFar = { known, texts: new Map(), turns: replayTurns(deps, settings) }
  const inOrder = payments
    .map((payment) => ({ ...payment, at: momentOf(payment) }))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
  const played: Decided[] = []
  let begun = performance.now()
  for (const payment of inOrder) {
    played.push(...decideOne(deps, payment, settings, soFar))
    if (performance.now() - begun < AT_A_STRETCH_MS) continue
    await setImmediate()
    begun = performance.now()
  }
  soFar.turns.goOnUntil(END_OF_TIME)
  return played.map(({ result, ...decided }) =>
    typeof result === 'string'
      ? { ...decided, outcome: 'skipped', reason: result }
      : { ...decided, outcome: 'scheduled', ...whenIt(result) },
  )
}

const whenIt = ({ meantAt, dueAt, ended }: ReplayedText) => ({ dueAt, inTurn: dueAt > meantAt, ended })

/** When Xero reports a payment is when its invoice changed. */
const momentOf = ({ invoice, decidedAt }: Payment): Date => decidedAt ?? invoice.updatedAt

type SoFar = {
  known: ReadonlyMap<string, KnownCustomer>
  /** By hex of the phone's hash. */
  texts: Map<string, ReplayedText[]>
  turns: ReplayedTurns
}

type Decided = Customer & {
  invoice: XeroInvoice
  organisation: DecidingOrganisation
  at: Date
  result: ReplayedText | SkipReason
}

const decideOne = (
  deps: Deps,
  { invoice, organisation, at, failedAt, ...given }: Payment & { at: Date },
  settings: ReplaySettings,
  { known, texts, turns }: SoFar,
): Decided[] => {
  turns.goOnUntil(at)
  const customer = given.customer ?? customerOf(invoice, organisation.country, deps)
  const decided = { ...customer, invoice, organisation, at }
  const key = decided.phoneHash?.toString('hex')
  const histories = new Map(key ? [[key, historyAt(at, known.get(key), texts.get(key))]] : [])
  const options = { ...deps, settings, organisation, now: at, wasPaidBeforeGoLive: () => false }
  const [made] = decideInTurn([decided], histories, options)
  if (!made) return []
  if (made.decision.outcome === 'skipped') return [{ ...decided, result: made.decision.reason }]
  const optedOutAt = key ? known.get(key)?.optedOutAt : undefined
  const text = textOf(decided, dueFor(decided, options) ?? at, { failedAt, optedOutAt })
  if (key) texts.set(key, [...(texts.get(key) ?? []), text])
  turns.add(text)
  return [{ ...decided, result: text }]
}

const textOf = (
  { customer, organisation: { timeZone } }: Pick<Decided, 'customer' | 'organisation'>,
  dueAt: Date,
  { failedAt, optedOutAt }: Pick<ReplayedText, 'failedAt' | 'optedOutAt'>,
): ReplayedText => {
  const { phone, country } = customer.kind === 'mobile' ? customer : { phone: '', country: 'ZZ' }
  return {
    customer: { phone, country, timeZone },
    meantAt: dueAt,
    dueAt,
    turnAt: undefined,
    failedAt,
    optedOutAt,
    ended: undefined,
  }
}

/**
 * A text that was due by now has gone, and the cooldown counts from then; one that still waits counts as sent now, as
 * in `customerHistories`; one that has failed counts no more.
 */
const historyAt = (
  at: Date,
  known: KnownCustomer | undefined,
  texts: ReplayedText[] = [],
): CustomerHistory => {
  const isOptedOut = known?.optedOutAt !== undefined && known.optedOutAt <= at
  const standing = texts.filter(({ failedAt }) => failedAt === undefined || failedAt > at)
  const last = standing.findLast(({ dueAt }) => dueAt > at) ?? standing.at(-1)
  if (!last) return { isOptedOut, lastTextedAt: known?.lastTextedAt, plannedFor: undefined }
  return last.dueAt <= at
    ? { isOptedOut, lastTextedAt: last.dueAt, plannedFor: undefined }
    : { isOptedOut, lastTextedAt: at, plannedFor: last.dueAt }
}
