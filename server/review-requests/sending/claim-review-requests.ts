import type { RawBuilder } from 'kysely'
import type { Db, TenantTrx } from '../../database/database.ts'
import { pricedText, type TextDeps } from '../../texts/priced-text.ts'
import { fundsReserved } from '../../ledger/reserve-funds.ts'
import { attemptsBegun, type BegunAttempt } from '../life/begin-attempts.ts'
import { endRequests, type EndedRequest } from '../life/end-requests.ts'
import { postponeRequests, waitForFunds } from '../life/postpone-requests.ts'
import { refuseClaim, refuseUnfunded } from './claim-rules.ts'
import { dueRequests, lockFunds, type DueRequest } from './claim-queries.ts'
import { refuseDueReminders } from './due-reminders.ts'
import { findClosed, findPaced } from './find-late.ts'
import { openMs, type HoursDeps, type OpeningHours } from './pace/opening-rules.ts'
import { findClaimingBusiness, type ClaimingBusiness, type SendingBusiness } from './sending-business.ts'
import type { SqlTime } from '../../platform/postgres/connections/database-clock.ts'

export const MOST_AT_ONCE = 40

export type ClaimDeps = TextDeps & HoursDeps & { db: Db; sqlNow: () => SqlTime }

/** A text with its money reserved, to be handed to the gateway now. */
export type ClaimedText = {
  attemptId: string
  requestId: string
  phone: string
  body: string
  linkToken: string
  /** The own sender of its business by which it goes, as it was at the claim; null for the shared one. */
  sender: string | null
  /** How long its customer's hours are still open at the claim; undefined where they never end. */
  openMs: number | undefined
}

/** What is due of one business, oldest first and at most so much; its funds, in cents, stay locked. */
export type Due = { funds: number; due: DueRequest[]; most: number }

/** Locks what a claim needs, and asks for it, in one round trip; the funds first, as their lock may be waited for. */
export const findDue = async (
  trx: TenantTrx,
  businessId: string,
  { now, most }: { now: SqlTime; most: number },
): Promise<Due & { business: ClaimingBusiness | undefined }> => {
  const [funds, business, due] = await Promise.all([
    lockFunds(trx, businessId),
    findClaimingBusiness(trx, businessId, now),
    dueRequests(trx, businessId, { now, most }),
  ])
  return { business, funds, due, most }
}

/** `writes` are what claims these texts, and have to be run before the transaction ends. `hasMore`: more may be due. */
export type Claimed = { texts: ClaimedText[]; writes: RawBuilder<unknown>[]; hasMore: boolean }

/**
 * Claims what was found due: opt-out checked again, the text composed, its price reserved, an attempt begun. What the
 * funds do not cover waits, and so does everything after it; outside the hours of its customer a text waits for them,
 * and where the pace is used up for its turn.
 */
export const claimDue = async (
  trx: TenantTrx,
  deps: TextDeps & HoursDeps,
  business: SendingBusiness,
  { funds, due, most }: Due,
  now: Date,
): Promise<Claimed> => {
  let availableCents = funds
  const covered: { request: DueRequest; claim: Claim }[] = []
  const ended: EndedRequest[] = []
  const waiting: string[] = []
  let hasFirstWaiting = false
  const wanted: DueRequest[] = []
  const unwanted = await refuseDueReminders(trx, business, due, now, ({ id }) => id)
  for (const request of due) {
    const unfunded = request.isUnfunded ? refuseUnfunded(request.waitingSince, now) : undefined
    const refusal = refuseClaim(request, business, now) ?? unwanted.get(request.id) ?? unfunded
    if (refusal) ended.push({ id: request.id, ...refusal })
    else wanted.push(request)
  }
  const closed = findClosed(deps, business, wanted, now)
  for (const request of without(wanted, closed)) {
    const claim = compose(request, business, deps, now)
    if (!claim) ended.push({ id: request.id, move: 'cancel', reason: 'country_not_served' })
    else if (hasFirstWaiting || claim.cents > availableCents) {
      // Released in time, and the funds are gone again, or were for others.
      const refusal = refuseUnfunded(request.waitingSince, now)
      if (refusal) {
        ended.push({ id: request.id, ...refusal })
        continue
      }
      waiting.push(request.id)
      // A reminder that is not covered holds up no first text.
      hasFirstWaiting ||= request.reminderOf === null
    } else {
      availableCents -= claim.cents
      covered.push({ request, claim })
    }
  }
  const requests = covered.map(({ request }) => request)
  const paced = await findPaced(trx, deps, business, { requests, now })
  const going = new Set(without(requests, paced))
  const claims = covered.filter(({ request }) => going.has(request)).map(({ claim }) => claim)
  await endRequests(trx, business.id, ended)
  await postponeRequests(trx, business.id, [...closed, ...paced])
  // What this batch did not reach is younger, so it waits as well.
  await waitForFunds(trx, business.id, waiting, { now, andYounger: hasFirstWaiting && due.length === most })
  const prices = claims.map(({ attemptId, cents }) => ({ reference: attemptId, cents }))
  const writes =
    claims.length > 0 ? [attemptsBegun(business.id, claims, now), fundsReserved(business.id, prices)] : []
  return {
    texts: claims.map(textOf),
    writes,
    hasMore: due.length === most && !hasFirstWaiting,
  }
}

const without = (requests: DueRequest[], later: { id: string }[]): DueRequest[] => {
  const ids = new Set(later.map(({ id }) => id))
  return requests.filter(({ id }) => !ids.has(id))
}

export type Claim = BegunAttempt & Pick<ClaimedText, 'linkToken' | 'openMs'>

export const textOf = (claim: Claim): ClaimedText => {
  const { attemptId, requestId, phone, body, linkToken, sender, openMs } = claim
  return { attemptId, requestId, phone, body, linkToken, sender, openMs }
}

type Composed = Pick<
  DueRequest,
  | 'id'
  | 'phone'
  | 'country'
  | 'firstName'
  | 'customerName'
  | 'invoiceNumber'
  | 'linkToken'
  | 'attempts'
  | 'wording'
  | 'timeZone'
>

/** The text with its price, at a moment inside its customer's hours; undefined where its country is not served. */
export const compose = (
  request: Composed,
  business: Pick<SendingBusiness, 'name' | 'template' | 'ownSender'> & OpeningHours,
  deps: TextDeps & HoursDeps,
  now: Date,
): Claim | undefined => {
  const { template, name: businessName, ownSender } = business
  const { body, segments, cents, sender } = pricedText(deps, {
    ...request,
    template: request.wording ?? template,
    businessName,
    ownSender,
  })
  if (cents === undefined) return undefined
  return {
    attemptId: crypto.randomUUID(),
    requestId: request.id,
    number: request.attempts + 1,
    phone: request.phone,
    linkToken: request.linkToken,
    body,
    segments,
    cents,
    sender,
    openMs: openMs(deps, business, request, now),
  }
}
