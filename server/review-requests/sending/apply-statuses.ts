import { sql } from 'kysely'
import { asBusiness, type Db } from '../../database/database.ts'
import { REFUSED_LATER_CODES } from '../../integrations/twilio/twilio-codes-rules.ts'
import type { StatusCallback } from '../../integrations/twilio/twilio-types.ts'
import { optOutAtGateway } from '../../opt-outs/opt-out.ts'
import { isUuid } from '../../platform/uuid-rules.ts'
import { toRequestState } from '../../texts/sms-status-rules.ts'
import { isProgress } from '../life/text-life.ts'
import { adoptedSince, attemptsOnRecord } from './unknown/strange-reports.ts'
import { recordAccepted, type SettledText } from './record-accepted.ts'

/** With a messaging service the gateway takes the text first and refuses the number afterwards. */
const OPTED_OUT = '21610'
const NO_ATTEMPT = '00000000-0000-0000-0000-000000000000'

export type StatusDeps = {
  db: Db
  recordSettled: (settled: SettledText[]) => void
  /** Of a text that was taken, by the code with which our account was refused for it afterwards. */
  recordRefusedLater: (code: string) => void
}

/**
 * Records the gateway's reports on texts. A callback for an attempt that is still open settles it, and a state never
 * goes back.
 */
export const applyStatuses = async (deps: StatusDeps, callbacks: StatusCallback[]): Promise<void> => {
  const { db, recordSettled, recordRefusedLater } = deps
  const known = callbacks.filter(({ attemptId }) => attemptId && isUuid(attemptId))
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
  const onRecord = await attemptsOnRecord(
    db,
    known.map(({ attemptId }) => attemptId!),
  )
  const attemptOf = (attemptId: string) => onRecord.get(attemptId.toLowerCase())
  const open = progress.filter((one) => attemptOf(one.attempt_id)?.isOpen)
  // Most reports come when the gateway's answer is written down already.
  if (open.length > 0)
    recordSettled(
      await recordAccepted(
        db,
        open.map((one) => ({ attemptId: one.attempt_id, messageSid: one.message_sid })),
      ),
    )
  const kept = callbacks.map(({ messageSid, status, errorCode, attemptId }) => ({
    message_sid: messageSid,
    status,
    error_code: errorCode ?? null,
    attempt_id: attemptId && isUuid(attemptId) ? attemptId : null,
    outcome: toRequestState(status) ?? null,
  }))
  await recordStatuses(db, kept, progress)
  const refused = known.filter(({ errorCode }) => errorCode === OPTED_OUT)
  await optOutRefused(
    db,
    refused.map(({ attemptId }) => attemptId!),
  )
  const strange = known.filter(({ attemptId }) => !attemptOf(attemptId!))
  const adopted = strange.length === 0 ? [] : await adoptedSince(db, strange)
  // Counted below, by the attempts that they name.
  if (adopted.length > 0) await applyStatuses({ ...deps, recordRefusedLater: () => undefined }, adopted)
  // Last: what fails before is tried again in halves.
  for (const { outcome, error_code: code } of kept)
    if (outcome === 'failed' && code && REFUSED_LATER_CODES.includes(code)) recordRefusedLater(code)
}

/** The statements of `applyStatuses` with nothing in them, on one connection: see `rehearseDoors`. */
export const rehearseStatuses = async (one: Db): Promise<void> => {
  await attemptsOnRecord(one, [NO_ATTEMPT])
  await recordAccepted(one, [])
  await recordStatuses(one, [], [])
}

const recordStatuses = async (db: Db, kept: object[], progress: Progress[]): Promise<void> => {
  await sql`
    select record_sms_statuses(${JSON.stringify(kept)}::jsonb, ${JSON.stringify(progress)}::jsonb)`.execute(
    db,
  )
}

const optOutRefused = async (db: Db, attemptIds: string[]): Promise<void> => {
  if (attemptIds.length === 0) return
  const { rows } = await sql<{ businessId: string; phoneHash: Buffer; sender: string | null }>`
    select a.business_id as "businessId", r.phone_hash as "phoneHash", a.sender
    from send_attempts a join review_requests r on r.business_id = a.business_id and r.id = a.request_id
    where a.id = any(${attemptIds}::uuid[])`.execute(db)
  for (const { businessId, ...refusedBy } of rows)
    await asBusiness(db, businessId, (trx) => optOutAtGateway(trx, businessId, refusedBy))
}

type Progress = {
  attempt_id: string
  message_sid: string
  state: 'sent' | 'delivered' | 'failed'
  error_code: string | null
}
