import { sql, type RawBuilder } from 'kysely'
import { asSystem, type Db, type SystemTrx } from '../../../database/database.ts'
import type { ReadSms } from '../../../integrations/twilio/twilio-types.ts'
import { priceCents } from '../../../texts/priced-text.ts'
import { cancelRequests } from '../../life/end-requests.ts'
import { recoverRequest } from '../../life/recover-requests.ts'
import { IN_FLIGHT, WAITING } from '../../life/text-life.ts'
import { startOf } from '../../../database/moves.ts'
import { applyStatuses } from '../apply-statuses.ts'
import { lockFunds } from '../claim-queries.ts'

export type AdoptDeps = Parameters<typeof applyStatuses>[0] & {
  db: Db
  prices: Record<string, number>
  gateway: { get: (messageSid: string) => Promise<ReadSms | undefined> }
}

type Match = {
  businessId: string
  requestId: string
  country: string
  phoneHash: Buffer
  segments: number
  sentAt: Date
}

/** After a day it is that of no request that is decided anew. */
const IS_WITHOUT_WORDS = sql`f.kind = 'redacted' and f.found_at > now() - interval '1 day'`
/** While an attempt of it is under way, what comes of that is awaited. */
const IS_SETTLED = sql`r.state not in (${startOf({ from: IN_FLIGHT })})`
const IS_WAITING = sql`r.state in (${startOf({ from: WAITING })})`

/** Selects the found texts whose request is on record by now. */
export const adoptable: RawBuilder<unknown> = sql`
  select f.message_sid as id from found_texts f join review_requests r on r.link_token = f.link_token
  where f.adopted_at is null and ${IS_SETTLED}
  union
  select f.message_sid from found_texts f join review_requests r on r.phone_hash = f.phone_hash
  where f.adopted_at is null and ${IS_WITHOUT_WORDS} and ${IS_WAITING}`

/**
 * A text that was found at the gateway is that of the request with its link: the request is sent, once, and paid for.
 * Other texts to the customer that wait are one too many then. Throws VendorFailure when the gateway cannot be asked.
 */
export const adoptFound = async (deps: AdoptDeps, messageSid: string): Promise<void> => {
  const seen = await deps.gateway.get(messageSid)
  const attemptId = crypto.randomUUID()
  const isAdopted = await asSystem(deps.db, async (trx) => {
    const found = await findMatch(trx, messageSid)
    if (!found) return false
    // Before the text: whoever adds funds has them locked, and releases next what waits for them.
    await lockFunds(trx, found.businessId)
    const match = await findMatch(trx, messageSid, sql`for update`)
    if (match?.businessId !== found.businessId) return false
    await sql`update found_texts set adopted_at = now() where message_sid = ${messageSid}`.execute(trx)
    const { businessId, segments, country, phoneHash } = match
    const cents = priceCents(segments, country, deps.prices) ?? segments
    const text = { ...match, attemptId, messageSid, body: seen?.body, cents }
    if (!(await recoverRequest(trx, text))) return false
    await cancelOthers(trx, businessId, phoneHash)
    return true
  })
  if (isAdopted && seen) await applyStatuses(deps, [{ ...seen, attemptId }])
}

/** By its link; without words, the oldest that waits for the same customer. */
const findMatch = async (trx: SystemTrx, messageSid: string, lock = sql``): Promise<Match | undefined> => {
  const { rows } = await sql<Match>`
    with found as (
      select r.business_id, r.id from found_texts f join review_requests r on r.link_token = f.link_token
      where f.message_sid = ${messageSid} and ${IS_SETTLED}
      union all
      select r.business_id, r.id from found_texts f join review_requests r on r.phone_hash = f.phone_hash
      where f.message_sid = ${messageSid} and ${IS_WITHOUT_WORDS} and ${IS_WAITING}
    )
    select r.business_id as "businessId", r.id as "requestId", r.phone_country as country, r.phone_hash as "phoneHash",
           f.segments, f.sent_at as "sentAt"
    from found_texts f, review_requests r
    where f.message_sid = ${messageSid} and f.adopted_at is null
      and (r.business_id, r.id) in (select business_id, id from found)
    order by r.due_at, r.id
    limit 1
    ${lock}`.execute(trx)
  return rows[0]
}

/** The decision to text them knew nothing of this text. */
const cancelOthers = async (trx: SystemTrx, businessId: string, phoneHash: Buffer): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select r.id from review_requests r join businesses b on b.id = r.business_id
    where r.business_id = ${businessId} and r.phone_hash = ${phoneHash} and b.cooldown_days > 0
      and ${IS_WAITING}`.execute(trx)
  if (rows.length > 0)
    await cancelRequests(trx, businessId, 'cooldown', { requestIds: rows.map(({ id }) => id) })
}
