import { sql } from 'kysely'
import { FENCE_IS_DOWN } from '../../database/fence.ts'
import type { Twilio } from '../../integrations/twilio/twilio.ts'
import { DAY_MS, HOUR_MS } from '../../platform/dates.ts'
import { VendorFailure } from '../../platform/errors.ts'
import type { Work } from '../../platform/postgres/work/dispatcher.ts'
import type { TextDeps } from '../../texts/priced-text.ts'
import { createGate } from '../../platform/gate.ts'
import type { Tasks } from '../../platform/postgres/work/jobs.ts'
import { applyStatuses, type StatusDeps } from './apply-statuses.ts'
import { freeRested } from '../deciding/free-rested.ts'
import { expireLate } from '../life/end-requests.ts'
import { PENDING_DAYS, waitingBefore } from './claim-rules.ts'
import { ABANDONED_AFTER_MS, lookForUnknown, type LookDeps } from './unknown/look-for-unknown.ts'
import { releaseCovered } from './release-covered.ts'
import { sendReviewRequests, type SendDeps } from './send-review-requests.ts'

const UNCONFIRMED_AFTER_MS = HOUR_MS
const GIVE_UP_AFTER_MS = 3 * DAY_MS
const MOST_AT_ONCE = 200
/** They wait for Xero beside the places of the sender, so that one that hangs holds up no text that needs no answer. */
const RECHECKS_AT_ONCE = 8

export const createReviewRequestTasks = (deps: Parameters<typeof pollUnconfirmed>[0] & TextDeps): Tasks => ({
  'poll-unconfirmed': async (_payload, run) => pollUnconfirmed(deps, run?.stopping),
  'expire-waiting': async () => expireWaiting(deps),
})

/** `send:` a business sends all its texts that are due; `look:` asks the gateway for texts of unknown outcome. */
export const createReviewRequestWork = (deps: Omit<SendDeps, 'rechecks'> & LookDeps): Work[] => {
  const rechecks = createGate(RECHECKS_AT_ONCE)
  return [
    {
      kind: 'send',
      // In a burst the texts of a business then go in a few groups instead of many.
      after: 'sync',
      isDivided: true,
      due: ({ now, woken }) => sql`
      select id from (
        select business_id as id from review_requests where state = 'scheduled' and due_at <= ${woken}
        union
        select business_id from send_attempts where state = 'retry' and retry_at <= ${now}) waiting
      where ${FENCE_IS_DOWN}`,
      run: (businessId, stopping, aside) =>
        sendReviewRequests({ ...deps, rechecks }, businessId, stopping, aside),
    },
    {
      kind: 'look',
      due: ({ now }) => sql`
      select 'texts' as id
      where exists (select from send_attempts where state = 'unknown' and next_look_at <= ${now})
         or exists (select from send_attempts
                    where state = 'sending' and claimed_at < ${new Date(now.getTime() - ABANDONED_AFTER_MS)})`,
      run: async () => {
        await lookForUnknown(deps)
      },
      atOnceApart: 1,
    },
  ]
}

/** Looks up texts that the gateway took an hour ago without a report since, each time after twice as long. */
const pollUnconfirmed = async (
  deps: Omit<LookDeps, 'gateway'> & StatusDeps & { gateway: Pick<Twilio, 'get'> },
  stopping?: AbortSignal,
): Promise<void> => {
  const now = (await deps.databaseNow()).getTime()
  const { rows } = await sql<{ messageSid: string; attemptId: string }>`
    select r.message_sid as "messageSid", a.id as "attemptId"
    from review_requests r
    join send_attempts a on a.business_id = r.business_id and a.request_id = r.id and a.state = 'accepted'
    where r.state = 'sent' and r.sent_at between ${new Date(now - GIVE_UP_AFTER_MS)}
                                             and ${new Date(now - UNCONFIRMED_AFTER_MS)}
      and (r.asked_at is null or r.asked_at - r.sent_at <= ${new Date(now)} - r.asked_at)
    order by r.asked_at nulls first, r.sent_at
    limit ${MOST_AT_ONCE}`.execute(deps.db)
  const ids = rows.map(({ attemptId }) => attemptId)
  await sql`
    update review_requests r set asked_at = ${new Date(now)}
    from send_attempts a
    where a.id = any(${ids}::uuid[]) and r.business_id = a.business_id and r.id = a.request_id`.execute(
    deps.db,
  )
  for (const { messageSid, attemptId } of rows) {
    if (stopping?.aborted) return
    try {
      const known = await deps.gateway.get(messageSid)
      if (known) await applyStatuses(deps, [{ ...known, attemptId }])
    } catch (cause) {
      if (!(cause instanceof VendorFailure)) throw cause
      // Two hundred more without an answer would take an hour.
      if (cause.kind === 'retry-later') return
    }
  }
}

const expireWaiting = async (deps: Pick<LookDeps, 'db' | 'databaseNow'> & TextDeps): Promise<void> => {
  const { db, databaseNow } = deps
  // First, so that none expires which the funds cover.
  await releaseCovered(deps)
  const now = await databaseNow()
  await expireLate(db, {
    waitingBefore: waitingBefore(now),
    meantBefore: new Date(now.getTime() - PENDING_DAYS * DAY_MS),
  })
  // Also for those that a claim has ended, or that a decision made meanwhile still took for waiting.
  await freeRested(db, { now })
}
