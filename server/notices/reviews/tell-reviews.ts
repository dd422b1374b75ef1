import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { HOUR_MS } from '../../platform/dates.ts'
import { sendNotice, type Mailed } from '../send-notice.ts'
import type { NoticeDeps } from '../tell-owners.ts'
import { writeReviewMail } from './review-mail-rules.ts'

export const ONCE_A_MS = HOUR_MS

/**
 * Mails each owner who wants to know at once how many reviews are new, once an hour at most. What was there when she
 * connected her profile, or what she has seen, is not new. Ends as `tellOwners` does. Returns how many were sent.
 */
export const tellReviews = async (deps: NoticeDeps, stopping?: AbortSignal): Promise<number> => {
  if (!deps.mail.isOn || !deps.env.REVIEWS) return 0
  let sent = 0
  for (const due of await findDue(deps.db, deps.clock())) {
    if (stopping?.aborted) break
    const mailed = await tell(deps, due)
    if (mailed === 'sent') sent += 1
    if (mailed === 'no-answer') break
  }
  return sent
}

type Due = {
  businessId: string
  businessName: string
  ownerName: string
  email: string
  offToken: string
  toldAt: Date | null
  count: number
}

const findDue = async (db: Db, now: Date): Promise<Due[]> => {
  const { rows } = await sql<Due>`
    select b.id as "businessId", b.name as "businessName", u.name as "ownerName", u.email,
           n.off_token as "offToken", n.reviews_told_at as "toldAt", found.count
    from owner_notices n
    join businesses b on b.id = n.business_id and b.deactivated_at is null
    join profile_connections c on c.business_id = b.id and c.state = 'connected'
    join lateral (
      select id, name, email from users u
      where u.business_id = b.id and u.onboarded_at is not null and u.deactivated_at is null
      order by u.created_at limit 1) u on true
    left join reviews_seen s on s.business_id = b.id and s.user_id = u.id
    cross join lateral (
      select count(*) as count from google_reviews g
      where g.business_id = b.id and g.expires_at > ${now} and g.written_at > c.granted_at
        and g.found_at > greatest(c.granted_at, n.reviews_told_at, s.seen_at)) found
    where n.reviews_mail = 'at_once' and found.count > 0
      and (n.reviews_told_at is null or n.reviews_told_at <= ${new Date(now.getTime() - ONCE_A_MS)})`.execute(
    db,
  )
  return rows
}

const tell = async (deps: NoticeDeps, due: Due): Promise<Mailed> => {
  const { db, publicUrl, clock } = deps
  const { businessId, toldAt } = due
  if (!(await mark(db, businessId, { from: toldAt, to: clock() }))) return 'not-sent'
  const offUrl = `${publicUrl}/n/${due.offToken}/reviews`
  const words = writeReviewMail({ ...due, publicUrl, offUrl })
  const notice = { to: due.email, ...words, unsubscribeUrl: offUrl }
  return sendNotice(deps, businessId, notice, async ({ kind }) => {
    if (kind !== 'rejected') await putBack(db, businessId, toldAt)
  })
}

/** Recorded before the mail is sent, and by one worker only: no mail is better than two. */
const mark = async (
  db: Db,
  businessId: string,
  { from, to }: { from: Date | null; to: Date },
): Promise<boolean> => {
  const row = await db
    .updateTable('owner_notices')
    .set({ reviews_told_at: to })
    .where('business_id', '=', businessId)
    .where('reviews_mail', '=', 'at_once')
    .where('reviews_told_at', 'is not distinct from', from)
    .returning('business_id')
    .executeTakeFirst()
  return row !== undefined
}

const putBack = (db: Db, businessId: string, toldAt: Date | null): Promise<unknown> =>
  db
    .updateTable('owner_notices')
    .set({ reviews_told_at: toldAt })
    .where('business_id', '=', businessId)
    .execute()
