import { sql } from 'kysely'
import type { TenantTrx } from '../../database/database.ts'
import { DAY_MS } from '../../platform/dates.ts'
import { pricedText, type TextDeps } from '../../texts/priced-text.ts'
import { reserveFunds } from '../../ledger/reserve-funds.ts'
import { nextSendingMoment } from '../deciding/sending-hours-rules.ts'
import { dueRequests, lockFunds, type DueRequest, type SendingBusiness } from './claim-queries.ts'

export type ClaimDeps = TextDeps

/** A text with its money reserved, to be handed to the gateway now. */
export type ClaimedText = {
  attemptId: string
  requestId: string
  phone: string
  body: string
  linkToken: string
}

export const FUNDS_WAIT_DAYS = 7
/** Counted from the moment it was meant for, however often it was put off since. */
const PENDING_DAYS = 14
const DAY_MINUTES = 24 * 60

/**
 * Claims up to `most` due requests of one business, oldest first: opt-out looked at again, the text composed, its
 * price reserved, an attempt noted. What the funds do not cover waits, and so does everything after it; outside the
 * sending hours it waits for them. `goesOn` tells that more may be due.
 */
export const claimReviewRequests = async (
  trx: TenantTrx,
  deps: ClaimDeps,
  business: SendingBusiness,
  { now, most }: { now: Date; most: number },
): Promise<{ texts: ClaimedText[]; goesOn: boolean }> => {
  let availableCents = await lockFunds(trx, business.id)
  const due = await dueRequests(trx, business.id, { now, most })
  const claims: Claim[] = []
  const given: GivenUp[] = []
  const waiting: string[] = []
  const late: PutOff[] = []
  for (const request of due) {
    const refusal = refusalOf(request, business, now)
    if (refusal) {
      given.push({ id: request.id, ...refusal })
      continue
    }
    const opensAt = nextSendingMoment(now, {
      timeZone: request.timeZone,
      from: business.sendingFrom,
      until: business.sendingUntil,
    })
    if (opensAt > now) {
      late.push({ id: request.id, due_at: opensAt })
      continue
    }
    const claim = compose(request, business, deps)
    if (!claim) given.push({ id: request.id, state: 'cancelled', reason: 'country_not_served' })
    else if (waiting.length > 0 || claim.cents > availableCents) waiting.push(request.id)
    else {
      availableCents -= claim.cents
      claims.push(claim)
    }
  }
  await giveUp(trx, business.id, given)
  await putOff(trx, business.id, late)
  await waitForFunds(trx, business.id, waiting, { now, isMore: due.length === most })
  await noteAttempts(trx, business.id, claims, now)
  await reserveFunds(
    trx,
    business.id,
    claims.map(({ attemptId, cents }) => ({ reference: attemptId, cents })),
  )
  const texts = claims.map(({ attemptId, request, body }) => ({
    attemptId,
    requestId: request.id,
    phone: request.phone,
    body,
    linkToken: request.linkToken,
  }))
  return { texts, goesOn: due.length === most && waiting.length === 0 }
}

type Claim = { attemptId: string; request: DueRequest; body: string; segments: number; cents: number }
type PutOff = { id: string; due_at: Date }
type GivenUp = { id: string; state: 'cancelled' | 'expired'; reason: string }

const refusalOf = (
  request: DueRequest,
  business: SendingBusiness,
  now: Date,
): Omit<GivenUp, 'id'> | undefined => {
  if (request.isOptedOut) return { state: 'cancelled', reason: 'opted_out' }
  if (business.isDeactivated) return { state: 'cancelled', reason: 'deactivated' }
  if (!business.automationEnabled) return { state: 'cancelled', reason: 'automation_off' }
  const age = (since: Date) => (now.getTime() - since.getTime()) / DAY_MS
  if (request.waitingSince && age(request.waitingSince) > FUNDS_WAIT_DAYS)
    return { state: 'expired', reason: 'no_funds' }
  if (age(request.scheduledAt) - business.delayMinutes / DAY_MINUTES > PENDING_DAYS)
    return { state: 'expired', reason: 'too_late' }
  return undefined
}

const compose = (request: DueRequest, business: SendingBusiness, deps: ClaimDeps): Claim | undefined => {
  const { template, name: businessName } = business
  const { body, segments, cents } = pricedText(deps, { ...request, template, businessName })
  return cents === undefined ? undefined : { attemptId: crypto.randomUUID(), request, body, segments, cents }
}

const giveUp = async (trx: TenantTrx, businessId: string, given: GivenUp[]): Promise<void> => {
  if (given.length === 0) return
  await sql`
    update review_requests r set state = g.state, state_reason = g.reason, waiting_since = null
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (id uuid, state text, reason text)
    where r.business_id = ${businessId} and r.id = g.id`.execute(trx)
}

const putOff = async (trx: TenantTrx, businessId: string, late: PutOff[]): Promise<void> => {
  if (late.length === 0) return
  await sql`
    update review_requests r set due_at = l.due_at, state = 'scheduled'
    from jsonb_to_recordset(${JSON.stringify(late)}::jsonb) as l (id uuid, due_at timestamptz)
    where r.business_id = ${businessId} and r.id = l.id`.execute(trx)
}

/** What this batch did not reach is younger, so it waits as well: else it would be looked at again every second. */
const waitForFunds = async (
  trx: TenantTrx,
  businessId: string,
  ids: string[],
  { now, isMore }: { now: Date; isMore: boolean },
): Promise<void> => {
  if (ids.length === 0) return
  await sql`
    update review_requests
    set state = 'waiting_for_funds', state_reason = 'no_funds', waiting_since = coalesce(waiting_since, ${now})
    where business_id = ${businessId}
      and (id = any(${ids}::uuid[]) or (${isMore} and state = 'scheduled' and due_at <= ${now}))`.execute(trx)
}

const noteAttempts = async (
  trx: TenantTrx,
  businessId: string,
  claims: Claim[],
  now: Date,
): Promise<void> => {
  if (claims.length === 0) return
  const rows = claims.map(({ attemptId, request, body, segments, cents }) => ({
    id: attemptId,
    request_id: request.id,
    number: request.attempts + 1,
    phone: request.phone,
    body,
    segments,
    cents,
  }))
  await sql`
    with claim as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (
        id uuid, request_id uuid, number smallint, phone text, body text, segments smallint, cents integer)
    ), noted as (
      insert into send_attempts (business_id, id, request_id, number, phone, price_cents, claimed_at)
      select ${businessId}, id, request_id, number, phone, cents, ${now} from claim
    )
    update review_requests r
    set state = 'sending', state_reason = null, waiting_since = null, attempts = claim.number, body = claim.body,
        segments = claim.segments, price_cents = claim.cents
    from claim
    where r.business_id = ${businessId} and r.id = claim.request_id`.execute(trx)
}
