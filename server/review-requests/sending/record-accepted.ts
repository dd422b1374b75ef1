import { sql } from 'kysely'
import type { Reader } from '../../database/database.ts'

export type Accepted = { attemptId: string; messageSid: string }
export type SettledText = { attemptId: string; requestId: string; scheduledAt: Date }

/** Settles texts that the gateway has taken, of all businesses. Returns those that were not settled before. */
export const recordAccepted = async (db: Reader, accepted: Accepted[]): Promise<SettledText[]> => {
  const given = accepted.map(({ attemptId, messageSid }) => ({
    attempt_id: attemptId,
    message_sid: messageSid,
  }))
  const { rows } = await sql<SettledText>`
    select attempt_id as "attemptId", request_id as "requestId", scheduled_at as "scheduledAt"
    from record_accepted(${JSON.stringify(given)}::jsonb)`.execute(db)
  return rows
}
