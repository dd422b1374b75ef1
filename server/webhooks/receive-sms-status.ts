import { sql } from 'kysely'
import type { Db } from '../database.ts'
import type { StatusCallback } from '../integrations/twilio/twilio-types.ts'
import { coalesce } from '../platform/coalesce.ts'
import { recordAccepted, type SettledText } from '../review-requests/record-outcome.ts'
import { isProgress, toRequestState } from '../sms/sms-status-rules.ts'

export type StatusDeps = {
  db: Db
  noteStatus: (status: string) => void
  noteSettled: (settled: SettledText[]) => void
}

const CALLBACKS_AT_ONCE = 200
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * What the gateway says became of a text. May come before the answer to the call that sent it, twice, or out of order:
 * a callback for an attempt that is still open settles it, and a state never goes back.
 */
export const createReceiveSmsStatus = (deps: StatusDeps): ((callback: StatusCallback) => Promise<void>) =>
  coalesce(
    async (callbacks: StatusCallback[]) => {
      await applyStatuses(deps, callbacks)
      for (const { status } of callbacks) deps.noteStatus(status)
      return callbacks.map(() => undefined)
    },
    { most: CALLBACKS_AT_ONCE, atOnce: 1 },
  )

export const applyStatuses = async (
  { db, noteSettled }: StatusDeps,
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
  const progress = [...furthest.values()]
  noteSettled(
    await recordAccepted(
      db,
      progress.map((one) => ({ attemptId: one.attempt_id, messageSid: one.message_sid })),
    ),
  )
  await adoptLate(db, progress)
  await keepCallbacks(db, callbacks)
  await progressRequests(
    db,
    progress.filter(({ state }) => state !== 'sent'),
  )
}

type Progress = {
  attempt_id: string
  message_sid: string
  state: 'sent' | 'delivered' | 'failed'
  error_code: string | null
}

/**
 * Of a text that was looked for in vain the gateway speaks after all: it must not be sent again. Its money went back
 * to the business and stays there.
 */
const adoptLate = async (db: Db, progress: Progress[]): Promise<void> => {
  const taken = progress.filter(({ state }) => state !== 'failed')
  if (taken.length === 0) return
  await sql`
    update review_requests r
    set state = 'sent', state_reason = null, waiting_since = null, failed_at = null, message_sid = e.message_sid,
        sent_at = coalesce(r.sent_at, now())
    from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as e (attempt_id uuid, message_sid text)
    join send_attempts a on a.id = e.attempt_id and a.state = 'absent'
    where r.business_id = a.business_id and r.id = a.request_id
      and (r.state in ('scheduled', 'waiting_for_funds')
           or (r.state = 'failed' and r.state_reason = 'never_accepted'))`.execute(db)
}

const keepCallbacks = async (db: Db, callbacks: StatusCallback[]): Promise<void> => {
  const rows = callbacks.map(({ messageSid, status, errorCode, attemptId }) => ({
    message_sid: messageSid,
    status,
    error_code: errorCode ?? null,
    attempt_id: attemptId && UUID.test(attemptId) ? attemptId : null,
  }))
  await sql`
    insert into sms_callbacks (message_sid, status, error_code, attempt_id)
    select message_sid, status, error_code, attempt_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (
      message_sid text, status text, error_code text, attempt_id uuid)
    order by message_sid, status
    on conflict (message_sid, status) do nothing`.execute(db)
}

/** Delivered and failed are ends: what has ended stays as it ended first. */
const progressRequests = async (db: Db, ended: Progress[]): Promise<void> => {
  if (ended.length === 0) return
  await sql`
    update review_requests r
    set state        = e.state,
        state_reason = e.error_code,
        delivered_at = case when e.state = 'delivered' then now() end,
        failed_at    = case when e.state = 'failed' then now() end
    from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) as e (
      attempt_id uuid, message_sid text, state text, error_code text)
    join send_attempts a on a.id = e.attempt_id
    where r.business_id = a.business_id and r.id = a.request_id and r.state = 'sent'
      and r.message_sid = e.message_sid`.execute(db)
}
