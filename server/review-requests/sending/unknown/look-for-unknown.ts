import { sql } from 'kysely'
import { asBusiness, asSystem, type Db } from '../../../database/database.ts'
import type { ReviewRequestState } from '../../../database/tables/review-requests.ts'
import type { SeenSms, SoughtSms } from '../../../integrations/twilio/twilio-types.ts'
import { VendorFailure } from '../../../platform/errors.ts'
import { MINUTE_MS } from '../../../platform/dates.ts'
import { concludeLook, type Looks } from '../../../platform/unknown-outcome-rules.ts'
import { doubtAbandoned, leaveToOperator } from '../../life/doubt-attempts.ts'
import { giveBackAttempt } from './give-back-attempt.ts'
import { findAtGateway, knownSids, type Sighting } from './find-at-gateway.ts'
import { recordAccepted, type Accepted, type SettledText } from '../record-accepted.ts'

export type LookDeps = {
  db: Db
  databaseNow: () => Promise<Date>
  recordSettled: (settled: SettledText[]) => void
  gateway: { find: (sought: SoughtSms) => Promise<SeenSms> }
}

/** Longer than any claim holds: the process that claimed it has ended. */
export const ABANDONED_AFTER_MS = MINUTE_MS
/** After so many absent attempts another follows by itself: a gateway that does not list one may not list the next. */
const MOST_ABSENT = 1
const MOST_AT_ONCE = 50

type UnknownAttempt = Looks & {
  businessId: string
  attemptId: string
  requestId: string
  claimedAt: Date
  phone: string
  sender: string | null
  linkToken: string
  /** Earlier attempts of the same request that were not found. */
  absentBefore: number
  requestState: ReviewRequestState
}

/**
 * Asks the gateway for texts of unknown outcome. For one that it never accepted the price is released and it is sent
 * once more, unless its customer rests by now; a second one waits for the operator. Returns how many were looked for.
 */
export const lookForUnknown = async (deps: LookDeps): Promise<number> => {
  const now = await deps.databaseNow()
  await doubtAbandoned(deps.db, { now, claimedBefore: new Date(now.getTime() - ABANDONED_AFTER_MS) })
  const unknown = await dueLooks(deps)
  // All at once: with a slow gateway the looks must end before another process takes these attempts.
  const looked = await Promise.allSettled(unknown.map((attempt) => lookFor(deps, attempt)))
  const failed = looked.find(({ status }) => status === 'rejected')
  if (failed) throw (failed as PromiseRejectedResult).reason
  return unknown.length
}

/** Takes the looks that are due, and postpones each one's next look so that no other process takes it too. */
const dueLooks = async ({ db, databaseNow }: LookDeps): Promise<UnknownAttempt[]> => {
  const now = await databaseNow()
  const { rows } = await sql<UnknownAttempt>`
    with due as (
      select business_id, id from send_attempts
      where state = 'unknown' and next_look_at <= ${now}
      order by next_look_at limit ${MOST_AT_ONCE} for update skip locked
    ), taken as (
      update send_attempts a set next_look_at = ${new Date(now.getTime() + ABANDONED_AFTER_MS)}
      from due where a.business_id = due.business_id and a.id = due.id
      returning a.*
    )
    select taken.business_id as "businessId", taken.id as "attemptId",
           taken.request_id as "requestId", taken.claimed_at as "claimedAt", taken.phone,
           taken.sender, r.link_token as "linkToken",
           taken.looks, r.state as "requestState",
           (select count(*) from send_attempts e
            where e.business_id = taken.business_id and e.request_id = taken.request_id
              and e.state = 'absent') as "absentBefore", taken.first_look_at as "firstLookAt"
    from taken join review_requests r on r.business_id = taken.business_id and r.id = taken.request_id`.execute(
    db,
  )
  return rows
}

const lookFor = async (deps: LookDeps, attempt: UnknownAttempt): Promise<void> => {
  const askedAt = await deps.databaseNow()
  const sighting = await askGateway(deps, attempt)
  if (typeof sighting === 'object') {
    const { attemptId } = attempt
    deps.recordSettled(await adopt(deps.db, { attemptId, messageSid: sighting.messageSid }))
    return
  }
  const conclusion = concludeLook(attempt, sighting === 'unreachable' ? sighting : 'absent', askedAt)
  if (conclusion.kind === 'never-accepted')
    await concludeAbsent(deps, attempt, sighting === 'ambiguous', askedAt)
  if (conclusion.kind === 'look-again') await lookAgain(deps, attempt, conclusion)
}

const askGateway = async (
  { db, gateway }: LookDeps,
  { attemptId, requestId, phone, sender, linkToken, claimedAt: since }: UnknownAttempt,
): Promise<Sighting | 'unreachable'> => {
  try {
    return await findAtGateway({ db, gateway }, { attemptId, requestId, phone, sender, linkToken, since })
  } catch (cause) {
    if (cause instanceof VendorFailure) return 'unreachable'
    throw cause
  }
}

const lookAgain = async (
  { db }: LookDeps,
  { businessId, attemptId }: UnknownAttempt,
  { looks, firstLookAt, nextLookAt }: Looks & { nextLookAt: Date },
): Promise<void> => {
  await sql`
    update send_attempts
    set looks = ${looks}, first_look_at = ${firstLookAt}, next_look_at = ${nextLookAt}
    where business_id = ${businessId} and id = ${attemptId} and state = 'unknown'`.execute(db)
}

/** One look of two workers must not adopt what the other adopts. */
const adopt = (db: Db, accepted: Accepted): Promise<SettledText[]> =>
  asSystem(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('adopt:' || ${accepted.messageSid}, 0))`.execute(
      trx,
    )
    const known = await knownSids(trx, [accepted.messageSid])
    return known.size > 0 ? [] : recordAccepted(trx, [accepted])
  })

const concludeAbsent = async (
  deps: LookDeps,
  attempt: UnknownAttempt,
  isAmbiguous: boolean,
  now: Date,
): Promise<void> => {
  const { businessId, attemptId, requestId, absentBefore, requestState } = attempt
  await asBusiness(deps.db, businessId, async (trx) => {
    if (requestState === 'unknown' && (isAmbiguous || absentBefore >= MOST_ABSENT)) {
      const code = isAmbiguous ? 'ambiguous' : 'never_accepted'
      await leaveToOperator(trx, businessId, { attemptId, code, now })
      return
    }
    await giveBackAttempt(trx, businessId, { attemptId, requestId, move: 'resend' })
  })
}
