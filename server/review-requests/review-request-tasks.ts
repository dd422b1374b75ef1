import { sql } from 'kysely'
import type { Twilio } from '../integrations/twilio/twilio.ts'
import { DAY_MS, MINUTE_MS } from '../platform/dates.ts'
import { VendorFailure } from '../platform/errors.ts'
import type { Tasks } from '../platform/jobs.ts'
import { applyStatuses } from '../webhooks/receive-sms-status.ts'
import { FUNDS_WAIT_DAYS } from './claim-review-requests.ts'
import type { SendDeps } from './send-review-requests.ts'

export type ReviewRequestTaskDeps = SendDeps & {
  gateway: Pick<Twilio, 'get'>
  noteStatus: (status: string) => void
}

const UNCONFIRMED_AFTER_MS = 60 * MINUTE_MS
const GIVE_UP_AFTER_MS = 3 * DAY_MS
const MOST_AT_ONCE = 200

export const createReviewRequestTasks = (deps: ReviewRequestTaskDeps): Tasks => ({
  'poll-unconfirmed': async () => pollUnconfirmed(deps),
  'expire-waiting': async () => expireWaiting(deps),
})

/** Texts that the gateway took an hour ago and never spoke of again: we ask. */
const pollUnconfirmed = async (deps: ReviewRequestTaskDeps): Promise<void> => {
  const now = deps.clock().getTime()
  const { rows } = await sql<{ messageSid: string; attemptId: string }>`
    select r.message_sid as "messageSid", a.id as "attemptId"
    from review_requests r
    join send_attempts a on a.business_id = r.business_id and a.request_id = r.id and a.state = 'accepted'
    where r.state = 'sent' and r.sent_at between ${new Date(now - GIVE_UP_AFTER_MS)}
                                             and ${new Date(now - UNCONFIRMED_AFTER_MS)}
    order by r.sent_at
    limit ${MOST_AT_ONCE}`.execute(deps.db)
  for (const { messageSid, attemptId } of rows) {
    try {
      const known = await deps.gateway.get(messageSid)
      if (known) await applyStatuses({ ...deps, noteSettled: () => undefined }, [{ ...known, attemptId }])
    } catch (cause) {
      if (!(cause instanceof VendorFailure)) throw cause
    }
  }
}

const expireWaiting = async ({ db, clock }: ReviewRequestTaskDeps): Promise<void> => {
  await sql`
    update review_requests
    set state = 'expired', state_reason = 'no_funds', waiting_since = null
    where state = 'waiting_for_funds'
      and waiting_since < ${new Date(clock().getTime() - FUNDS_WAIT_DAYS * DAY_MS)}`.execute(db)
}
