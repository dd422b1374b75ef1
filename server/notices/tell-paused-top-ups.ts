import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { writePause, type PauseWords } from './pause-rules.ts'
import { sendNotice, type Mailed } from './send-notice.ts'
import type { NoticeDeps } from './tell-owners.ts'

type Paused = Omit<PauseWords, 'publicUrl'> & { businessId: string; email: string; pausedAt: Date }

/**
 * Mails each owner whose automatic top-ups have stopped, once for each time. It is about a charge that she ordered,
 * so it waits for no other mail and is not among those that can be switched off. Ends as `tellOwners` does. Returns how
 * many were sent.
 */
export const tellPausedTopUps = async (deps: NoticeDeps, stopping?: AbortSignal): Promise<number> => {
  if (!deps.mail.isOn) return 0
  let sent = 0
  for (const paused of await findUntold(deps.db)) {
    if (stopping?.aborted) break
    const mailed = await tell(deps, paused)
    if (mailed === 'sent') sent += 1
    if (mailed === 'no-answer') break
  }
  return sent
}

const tell = async (deps: NoticeDeps, paused: Paused): Promise<Mailed> => {
  if (!(await mark(deps.db, paused, { from: null, to: deps.clock() }))) return 'not-sent'
  const notice = { to: paused.email, ...writePause({ ...paused, publicUrl: deps.publicUrl }) }
  return sendNotice(deps, paused.businessId, notice, () => mark(deps.db, paused, { from: 'told', to: null }))
}

/** Recorded before the mail is sent, and by one worker only: no mail is better than two. */
const mark = async (
  db: Db,
  { businessId, pausedAt }: Paused,
  { from, to }: { from: 'told' | null; to: Date | null },
): Promise<boolean> => {
  const marked = await db
    .updateTable('auto_top_ups')
    .set({ told_at: to })
    .where('business_id', '=', businessId)
    .where('paused_at', '=', pausedAt)
    .where('told_at', from === null ? 'is' : 'is not', null)
    .returning('business_id')
    .executeTakeFirst()
  return marked !== undefined
}

const findUntold = async (db: Db): Promise<Paused[]> => {
  const { rows } = await sql<Paused>`
    select a.business_id as "businessId", b.name as "businessName", u.name as "ownerName", u.email,
           a.paused_reason as reason, a.paused_at as "pausedAt", a.amount_cents as "amountCents", a.currency,
           a.card_last4 as "cardLast4"
    from auto_top_ups a
    join businesses b on b.id = a.business_id and b.deactivated_at is null
    join users u on u.id = a.user_id and u.deactivated_at is null
    where a.is_on and a.paused_reason is not null and a.told_at is null`.execute(db)
  return rows
}
