import { sql } from 'kysely'
import type { Db, TenantTrx, Trx } from '../../../database/database.ts'
import { startOf } from '../../../database/moves.ts'
import { DAY_MS } from '../../../platform/dates.ts'
import { REMINDER_ENDS_DAYS } from '../reminder-rules.ts'
import { MAIL_MOVES } from './mail-life.ts'

export type MailEnd = { move: 'cancel' | 'expire'; reason: string }

/** The mails of these first texts do not go, where they were planned. Returns how many there were. */
export const endReminderMails = async (
  trx: Trx,
  businessId: string,
  requestIds: string[],
  { move, reason, now }: MailEnd & { now?: Date },
): Promise<number> => {
  const { to, from } = MAIL_MOVES[move]
  const { numAffectedRows } = await sql`
    update reminder_mails
    set state = ${to}, state_reason = ${reason}, state_at = coalesce(${now ?? null}::timestamptz, now())
    where business_id = ${businessId} and request_id = any(${requestIds}::uuid[])
      and state in (${startOf({ from })})`.execute(trx)
  return Number(numAffectedRows ?? 0)
}

/** Cancels them for this reason. Returns how many were planned. */
export const cancelReminderMails = (
  trx: Trx,
  businessId: string,
  requestIds: string[],
  reason: string,
): Promise<number> => endReminderMails(trx, businessId, requestIds, { move: 'cancel', reason })

/** Cancels the mails that remind of texts about these invoices of an organisation. */
export const cancelMailsAbout = async (
  trx: TenantTrx,
  businessId: string,
  { tenantId, invoiceIds }: { tenantId: string; invoiceIds: string[] },
  reason: string,
): Promise<void> => {
  const { to, from } = MAIL_MOVES.cancel
  await sql`
    update reminder_mails m set state = ${to}, state_reason = ${reason}, state_at = now()
    from review_requests r
    where m.business_id = ${businessId} and m.state in (${startOf({ from })}) and r.business_id = m.business_id
      and r.id = m.request_id and r.tenant_id = ${tenantId} and r.invoice_id = any(${invoiceIds}::uuid[])`.execute(
    trx,
  )
}

/** Planned again, where its owner had cancelled it. Returns whether it was. */
export const uncancelReminderMail = async (
  trx: Trx,
  businessId: string,
  { requestId, reason, now }: { requestId: string; reason: string; now: Date },
): Promise<boolean> => {
  const { to, from } = MAIL_MOVES.undoCancel
  const { numAffectedRows } = await sql`
    update reminder_mails set state = ${to}, state_reason = null, state_at = ${now}
    where business_id = ${businessId} and request_id = ${requestId} and state in (${startOf({ from })})
      and state_reason = ${reason}`.execute(trx)
  return Number(numAffectedRows ?? 0) > 0
}

/** Those of all businesses that no mail server took in time. */
export const expireLateMails = async (db: Db, now: Date): Promise<void> => {
  const { to, from } = MAIL_MOVES.expire
  await sql`
    update reminder_mails m set state = ${to}, state_reason = 'too_late', state_at = ${now}
    from review_requests r
    where m.state in (${startOf({ from })}) and r.business_id = m.business_id and r.id = m.request_id
      and r.sent_at < ${new Date(now.getTime() - REMINDER_ENDS_DAYS * DAY_MS)}`.execute(db)
}

/**
 * Cancels the mails of these texts of these businesses and removes their addresses, for a customer who is erased. True
 * where one is just being sent: it has to be settled first, and nothing is changed.
 */
export const eraseReminderMails = async (
  trx: Trx,
  { businessIds, ids }: { businessIds: string[]; ids: string[] },
  reason: string,
): Promise<boolean> => {
  const areTheirs = sql`business_id = any(${businessIds}::uuid[]) and request_id = any(${ids}::uuid[])`
  const { rows } = await sql<{ state: string }>`
    select state from reminder_mails where ${areTheirs} for update`.execute(trx)
  if (rows.some(({ state }) => state === 'sending')) return true
  const { to, from } = MAIL_MOVES.cancel
  await sql`
    update reminder_mails set state = ${to}, state_reason = ${reason}, state_at = now()
    where ${areTheirs} and state in (${startOf({ from })})`.execute(trx)
  await sql`update reminder_mails set customer_email = null where ${areTheirs}`.execute(trx)
  return false
}
