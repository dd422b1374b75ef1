import { sql } from 'kysely'
import type { Db } from '../../../database/database.ts'
import { raiseFence } from '../../../database/fence.ts'
import { createBatcher } from '../../../platform/batcher.ts'
import type { Log } from '../../../platform/process/log.ts'
import { countSegments } from '../../../texts/text-rules.ts'
import type { ClaimedText } from '../claim-review-requests.ts'
import { knownSids } from './find-at-gateway.ts'
import { keepForgotten, type FindDeps, type Forgotten } from './found-texts.ts'
import { attemptsOnRecord } from './strange-reports.ts'

export type LateAnswerDeps = FindDeps & { log: Log; databaseNow: () => Promise<Date> }
type Answered = { text: ClaimedText; messageSid: string }

/** Few, and nobody waits for them. */
const WRITES_APART_MS = 150

/**
 * Of texts that the gateway has taken and that were not open any more: one whose attempt is on record was settled by a
 * callback. Else the database has forgotten it: it is kept as found, and the fence goes up.
 */
export const createKeepLateAnswer = (deps: LateAnswerDeps): ((answered: Answered) => Promise<void>) =>
  createBatcher(
    async (answers: Answered[]) => {
      const onRecord = await attemptsOnRecord(
        deps.db,
        answers.map(({ text }) => text.attemptId),
      )
      const forgotten = answers.filter(({ text }) => !onRecord.has(text.attemptId.toLowerCase()))
      if (forgotten.length > 0) await keep(deps, forgotten)
      return answers.map(() => undefined)
    },
    { apartMs: WRITES_APART_MS },
  )

const keep = async (deps: LateAnswerDeps, answers: Answered[]): Promise<void> => {
  const sids = answers.map(({ messageSid }) => messageSid)
  const known = new Set([...(await knownSids(deps.db, sids)), ...(await foundSids(deps.db, sids))])
  const forgotten = answers.filter(({ messageSid }) => !known.has(messageSid))
  if (forgotten.length === 0) return
  const now = await deps.databaseNow()
  const rows = forgotten.map(({ text, messageSid }): Forgotten => ({
    message_sid: messageSid,
    kind: 'link',
    link_token: text.linkToken,
    phone_hash: `\\x${deps.hashPhone(text.phone).toString('hex')}`,
    segments: countSegments(text.body),
    sent_at: now,
  }))
  // Before: what is found counts from then on.
  await raiseFence(deps.db, 'report')
  await keepForgotten(deps, rows)
  deps.log.warn(
    { texts: rows.length },
    'the gateway took texts of which the database has forgotten the claims',
  )
}

/** Those that are kept as somebody's text; of one that only a report named, it was not known whose it is. */
const foundSids = async (db: Db, sids: string[]): Promise<string[]> => {
  const { rows } = await sql<{ sid: string }>`
    select message_sid as sid from found_texts where message_sid = any(${sids}::text[]) and kind <> 'other'`.execute(
    db,
  )
  return rows.map(({ sid }) => sid)
}
