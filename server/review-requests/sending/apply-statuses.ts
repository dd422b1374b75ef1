import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { StatusCallback } from '../../integrations/twilio/twilio-types.ts'
import { toRequestState } from '../../texts/sms-status-rules.ts'
import { isProgress } from '../life/text-life.ts'
import { recordAccepted, type SettledText } from './record-outcome.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Records the gateway's reports on texts. A callback for an attempt that is still open settles it, and a state never
 * goes back.
 */
export const applyStatuses = async (
  { db, recordSettled }: { db: Db; recordSettled: (settled: SettledText[]) => void },
  callbacks: StatusCallback[],
): Promise<void> => {
  const known = callbacks.filter(({ attemptId }) => attemptId && UUID.test(attemptId))
  const furthest = new Map<string, Progress>()
  for (const { attemptId, messageSid, status, errorCode } of known) {
    const state = toRequestState(status)
    if (!state) continue
    const before = furthest.get(attemptId!)
    if (before && !isProgress(before.state, state)) continue
    furthest.set(attemptId!, {
      attempt_id: attemptId!,
      message_sid: messageSid,
      state,
      error_code: errorCode ?? null,
    })
  }
  const progress = [...furthest.values()].sort((one, other) => (one.attempt_id < other.attempt_id ? -1 : 1))
  recordSettled(
    await recordAccepted(
      db,
      progress.map((one) => ({ attemptId: one.attempt_id, messageSid: one.message_sid })),
    ),
  )
  const kept = callbacks.map(({ messageSid, status, errorCode, attemptId }) => ({
    message_sid: messageSid,
    status,
    error_code: errorCode ?? null,
    attempt_id: attemptId && UUID.test(attemptId) ? attemptId : null,
  }))
  await sql`
    select record_sms_statuses(${JSON.stringify(kept)}::jsonb, ${JSON.stringify(progress)}::jsonb)`.execute(
    db,
  )
}

type Progress = {
  attempt_id: string
  message_sid: string
  state: 'sent' | 'delivered' | 'failed'
  error_code: string | null
}
