import { sql } from 'kysely'
import { asBusiness, type Db } from '../../database/database.ts'
import { addDays, startOfDay } from '../../platform/dates.ts'
import { newSecret } from '../../platform/seal.ts'
import { sendNotice, type Mailed } from '../send-notice.ts'
import type { NoticeDeps } from '../tell-owners.ts'
import { letterAsHtml, letterAsText } from './letter-html-rules.ts'
import { findDueLetters, readWeek, type DueLetter } from './letter-queries.ts'
import { writeLetter } from './letter-rules.ts'

/**
 * Mails each owner what happened last week, on Monday by day where she is, once, until this process stops or the mail
 * server does not answer. A week in which nothing was paid has no letter, and a mailbox that refuses one is not tried
 * again that week. Returns how many were sent.
 */
export const sendWeeklyLetters = async (deps: NoticeDeps, stopping?: AbortSignal): Promise<number> => {
  if (!deps.mail.isOn) return 0
  let sent = 0
  for (const due of await findDueLetters(deps.db, deps.clock())) {
    if (stopping?.aborted) break
    const mailed = await sendOne(deps, due)
    if (mailed === 'sent') sent += 1
    if (mailed === 'no-answer') break
  }
  return sent
}

const sendOne = async (deps: NoticeDeps, due: DueLetter): Promise<Mailed> => {
  const { businessId, monday, timeZone } = due
  const from = addDays(monday, -7)
  const facts = await asBusiness(deps.db, businessId, (trx) =>
    readWeek(trx, businessId, {
      from: startOfDay(from, timeZone),
      until: startOfDay(monday, timeZone),
      now: deps.clock(),
      hasReviews: deps.env.REVIEWS,
    }),
  )
  const letter = writeLetter({ ...due, ...facts, from, until: addDays(monday, -1) })
  const offToken = due.offToken ?? newSecret()
  const before = await claim(deps.db, due, offToken)
  if (!letter || !before) return 'not-sent'
  const offUrl = `${deps.publicUrl}/n/${before.offToken}/letter`
  const around = { ...due, publicUrl: deps.publicUrl, offUrl, period: periodOf(from, addDays(monday, -1)) }
  return sendNotice(
    deps,
    businessId,
    {
      to: due.email,
      subject: letter.subject,
      text: letterAsText(letter, around),
      html: letterAsHtml(letter, around),
      unsubscribeUrl: offUrl,
    },
    async ({ kind }) => {
      if (kind !== 'rejected') await undo(deps.db, due, before.letterOf)
    },
  )
}

type Before = { offToken: string; letterOf: string | null }

/** Recorded before the mail is sent, and by one worker only: no mail is better than two. */
const claim = async (
  db: Db,
  { businessId, monday }: DueLetter,
  offToken: string,
): Promise<Before | undefined> => {
  const { rows } = await sql<Before>`
    with before as (select letter_of from owner_notices where business_id = ${businessId})
    insert into owner_notices as n (business_id, off_token, letter_of) values (${businessId}, ${offToken}, ${monday})
    on conflict (business_id) do update set letter_of = excluded.letter_of
    where n.letter_of is null or n.letter_of < excluded.letter_of
    returning off_token as "offToken", (select letter_of::text from before) as "letterOf"`.execute(db)
  return rows[0]
}

const undo = async (db: Db, { businessId }: DueLetter, letterOf: string | null): Promise<void> => {
  await sql`update owner_notices set letter_of = ${letterOf}::date where business_id = ${businessId}`.execute(
    db,
  )
}

/** '16 to 22 November', or '30 November to 6 December'. */
const periodOf = (from: string, until: string): string => {
  const dayOfMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
  const isOneMonth = from.slice(0, 7) === until.slice(0, 7)
  const first = isOneMonth ? new Intl.DateTimeFormat('en', { day: 'numeric', timeZone: 'UTC' }) : dayOfMonth
  return `${first.format(Date.parse(from))} to ${dayOfMonth.format(Date.parse(until))}`
}
