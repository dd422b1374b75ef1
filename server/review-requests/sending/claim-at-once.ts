import { fundsReserved } from '../../ledger/reserve-funds.ts'
import { unread, withCommit } from '../../platform/postgres/connections/one-connection.ts'
import type { TextDeps } from '../../texts/priced-text.ts'
import type { DecidingTrx } from '../deciding/as-decider.ts'
import { textsBegun } from '../life/begin-attempts.ts'
import { ANSWER_HOLDS_MS, type ToSchedule } from '../life/schedule-requests.ts'
import { compose, textOf, type Claim, type ClaimedText } from './claim-review-requests.ts'
import { findClosed } from './find-late.ts'
import type { HoursDeps, OpeningHours } from './pace/opening-rules.ts'
import type { ClaimFacts } from './sending-business.ts'

/** `funds`, in cents, are locked, and what is known of the business was read behind that. */
export type Ready = { businessId: string; business: ClaimFacts & OpeningHours; funds: number }

/** Texts whose invoices were decided in this transaction, on what was read in its beginning. */
export type JustDecided = {
  organisation: { businessId: string; tenantId: string; timeZone: string }
  texts: ToSchedule[]
  askedAt: Date
  now: Date
}

/**
 * Claims all of these, or none: where anything waits already or a turn has to be given, one of them may not go yet, or
 * the funds do not cover them, all are the sender's, in their order. Whoever decided them knows that nobody has opted
 * out, and the rules: that is not read a second time.
 */
export const claimAtOnce = (
  trx: DecidingTrx,
  deps: TextDeps & HoursDeps,
  { businessId, business, funds }: Ready,
  { organisation, texts, askedAt, ...decided }: JustDecided,
): ClaimedText[] | undefined => {
  if (business.hasOlder || business.pace) return undefined
  // The words of a side in a comparison are looked up with its request.
  if (texts.length > business.ids.length || texts.some(({ assignment }) => assignment)) return undefined
  const now = business.now > decided.now ? business.now : decided.now
  if (now.getTime() - askedAt.getTime() > ANSWER_HOLDS_MS) return undefined
  const requests = texts.map((text, index) => requestOf(text, business.ids[index]!, organisation))
  if (findClosed(deps, business, requests, now).length > 0) return undefined
  const claims = requests.flatMap((request) => compose(request, business, deps, now) ?? [])
  const cents = claims.reduce((sum, claim) => sum + claim.cents, 0)
  if (claims.length < texts.length || cents > funds) return undefined
  const begun = claims.map((attempt, index) => ({ attempt, decided: texts[index]! }))
  unread(trx, textsBegun(organisation, begun, { now, askedAt }))
  withCommit(trx, fundsReserved(businessId, claims.map(priceOf)))
  return claims.map(textOf)
}

const priceOf = ({ attemptId, cents }: Claim) => ({ reference: attemptId, cents })

const requestOf = (
  { invoice, contact, phone, country, linkToken }: ToSchedule,
  id: string,
  { timeZone }: JustDecided['organisation'],
) => ({
  id,
  phone,
  country,
  timeZone,
  linkToken,
  firstName: contact?.firstName ?? null,
  customerName: contact?.name ?? invoice.contactName ?? null,
  invoiceNumber: invoice.number ?? null,
  attempts: 0,
  wording: null,
})
