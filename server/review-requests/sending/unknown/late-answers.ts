import { sql } from 'kysely'
import type { Db } from '../../../database/database.ts'
import type { Witness } from '../../../database/fence.ts'
import { createBatcher } from '../../../platform/batcher.ts'
import type { Log } from '../../../platform/process/log.ts'
import { countSegments } from '../../../texts/text-rules.ts'
import type { ClaimedText } from '../claim-review-requests.ts'
import { notOnRecord } from './strange-reports.ts'

type Deps = { db: Db; log: Log; hashPhone: (phone: string) => Buffer }
type Answered = { text: ClaimedText; messageSid: string }

/** Few, and nobody waits for them. */
const WRITES_APART_MS = 150

/**
 * Of texts that the gateway has taken and that were not open any more: one whose attempt is on record was settled by a
 * callback. Else the database has forgotten it: it is kept as found, and the fence goes up.
 */
export const createKeepLateAnswer = (deps: Deps): ((answered: Answered) => Promise<void>) =>
  createBatcher(
    async (answers: Answered[]) => {
      const strange = await notOnRecord(
        deps.db,
        answers.map(({ text }) => text.attemptId),
      )
      const forgotten = answers.filter(({ text }) => strange.has(text.attemptId))
      if (forgotten.length > 0) await keep(deps, forgotten)
      return answers.map(() => undefined)
    },
    { apartMs: WRITES_APART_MS },
  )

const keep = async ({ db, log, hashPhone }: Deps, answers: Answered[]): Promise<void> => {
  const given = answers.map(({ text, messageSid }) => ({
    message_sid: messageSid,
    link_token: text.linkToken,
    phone_hash: `\\x${hashPhone(text.phone).toString('hex')}`,
    segments: countSegments(text.body),
  }))
  const { rows } = await sql<{ texts: number }>`
    with kept as (
      insert into found_texts (message_sid, kind, link_token, phone_hash, segments, sent_at)
      select message_sid, 'link', link_token, phone_hash, segments, now()
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (
        message_sid text, link_token text, phone_hash bytea, segments smallint)
      -- Adopted already.
      where not exists (select from send_attempts a where a.message_sid = g.message_sid)
      -- A report on it came first, which does not say whose it is.
      on conflict (message_sid) do update
      set kind = excluded.kind, link_token = excluded.link_token, phone_hash = excluded.phone_hash,
          segments = excluded.segments, found_at = now()
      where found_texts.kind = 'other'
      returning message_sid
    ), counted as (select count(*) as texts from kept)
    select texts, raise_fence(${'report' satisfies Witness}) from counted where texts > 0`.execute(db)
  const texts = rows[0]?.texts
  if (texts) log.warn({ texts }, 'the gateway took texts of which the database has forgotten the claims')
}
