import { sql } from 'kysely'
import type { Db, TenantTrx } from '../../../database/database.ts'
import { startOf } from '../../../database/moves.ts'
import { MINUTE_MS } from '../../../platform/dates.ts'
import { MAIL_MOVES } from './mail-life.ts'

export type MailOutcome =
  | { move: 'send'; reason: null }
  | { move: 'refuse'; reason: 'bounced' | 'refused' }
  | { move: 'doubt'; reason: 'no_answer' }
  | { move: 'retryLater'; reason: string; dueAt: Date }

/** What became of one mail at the mail server. */
export const recordMail = async (
  trx: TenantTrx,
  businessId: string,
  requestId: string,
  { outcome, now }: { outcome: MailOutcome; now: Date },
): Promise<void> => {
  const { move, reason } = outcome
  const { to, from } = MAIL_MOVES[move]
  const dueAt = move === 'retryLater' ? outcome.dueAt : null
  await sql`
    update reminder_mails
    set state = ${to}, state_reason = ${reason}, state_at = ${now}, due_at = coalesce(${dueAt}::timestamptz, due_at)
    where business_id = ${businessId} and request_id = ${requestId} and state in (${startOf({ from })})`.execute(
    trx,
  )
}

/** Longer than any mail takes: the process that claimed it has ended, and nobody knows whether it went. */
const STALE_MS = 5 * MINUTE_MS

/** What was claimed too long ago is not known to have gone, and never goes again. */
export const doubtStaleMails = async (db: Db, now: Date): Promise<void> => {
  const { to, from } = MAIL_MOVES.doubt
  await sql`
    update reminder_mails set state = ${to}, state_reason = 'no_answer', state_at = ${now}
    where state in (${startOf({ from })}) and state_at < ${new Date(now.getTime() - STALE_MS)}`.execute(db)
}
