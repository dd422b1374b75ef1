import type { AuditAct } from '../../contracts/audit.ts'
import type { Trx } from '../database/database.ts'

/** An operator without a reason is refused by the table itself. */
export type Actor =
  | { kind: 'operator'; name: string; reason: string }
  | { kind: 'owner' | 'system'; name: string; reason?: string }

export type RecordedAct = {
  by: Actor
  act: AuditAct
  /** Null where it concerns the whole installation. */
  businessId: string | null
  /** Counts, ids, amounts: never a customer's name, phone or address, because rows are kept for good. */
  details?: Record<string, string | number | boolean | null>
  now: Date
}

/** One line of the audit log, in the transaction of the act itself: both are there, or neither. */
export const recordAct = async (
  trx: Trx,
  { by, act, businessId, details = {}, now }: RecordedAct,
): Promise<void> => {
  await trx
    .insertInto('audit_log')
    .values({
      business_id: businessId,
      at: now,
      actor_kind: by.kind,
      actor: by.name,
      act,
      reason: by.reason?.trim() ?? null,
      details: JSON.stringify(details),
    })
    .execute()
}
