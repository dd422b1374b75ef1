import { sql } from 'kysely'
import type { Db } from '../../../database/database.ts'
import type { Witness } from '../../../database/fence.ts'
import { startOf } from '../../../database/moves.ts'
import type { StatusCallback } from '../../../integrations/twilio/twilio-types.ts'
import { ATTEMPT_MOVES } from '../../life/text-life.ts'

/** Of these attempts those that are a review request's, by their ids in small letters. Open: not settled yet. */
export const attemptsOnRecord = async (
  db: Db,
  attemptIds: string[],
): Promise<Map<string, { isOpen: boolean }>> => {
  if (attemptIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; isOpen: boolean }>`
    select id, state in (${startOf(ATTEMPT_MOVES.accept)}) as "isOpen" from send_attempts
    where id = any(${[...new Set(attemptIds)]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, isOpen }) => [id, { isOpen }]))
}

/**
 * The reports on texts that were adopted after a restore, with the attempts that have them now. One on a text of which
 * nothing is on record shows that the database was restored: the fence goes up, once for a text.
 */
export const adoptedSince = async (db: Db, reports: StatusCallback[]): Promise<StatusCallback[]> => {
  const sids = reports.map(({ messageSid }) => messageSid)
  const { rows } = await sql<{ sid: string; id: string }>`
    select message_sid as sid, id from send_attempts where message_sid = any(${sids}::text[])`.execute(db)
  const adopters = new Map(rows.map(({ sid, id }) => [sid, id]))
  await notice(
    db,
    reports.filter(({ messageSid }) => !adopters.has(messageSid)),
  )
  return reports.flatMap((report) => {
    const attemptId = adopters.get(report.messageSid)
    return attemptId && attemptId !== report.attemptId ? [{ ...report, attemptId }] : []
  })
}

/** Test texts and codes have attempts of their own. A code's is not kept for long. */
const notice = async (db: Db, reports: StatusCallback[]): Promise<void> => {
  if (reports.length === 0) return
  const given = reports.map(({ messageSid, attemptId }) => ({ sid: messageSid, id: attemptId }))
  await sql`
    with added as (
      insert into found_texts (message_sid, kind, sent_at)
      select distinct sid, 'other', now() from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (sid text, id uuid)
      where not exists (select from test_texts t where t.id = g.id)
        and not exists (select from test_texts t where t.message_sid = g.sid)
        and not exists (select from test_codes c where c.id = g.id)
        and not exists (select from test_codes c where c.message_sid = g.sid)
      on conflict (message_sid) do nothing
      returning message_sid
    )
    select raise_fence(${'report' satisfies Witness}) from (select from added limit 1) any_added`.execute(db)
}
