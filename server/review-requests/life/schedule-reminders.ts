import { sql } from 'kysely'
import type { TenantTrx } from '../../database/database.ts'
import { wakeSender } from './release-requests.ts'
import { REQUEST_MOVES } from './text-life.ts'

export type ReminderToSchedule = { firstTextId: string; linkToken: string; dueAt: Date }

/**
 * One reminder per first text at most, to the number that it went to; Xero is asked before it goes. Returns how many
 * are new.
 */
export const scheduleReminders = async (
  trx: TenantTrx,
  businessId: string,
  wanted: ReminderToSchedule[],
  now: Date,
): Promise<number> => {
  if (wanted.length === 0) return 0
  const { scheduleReminder } = REQUEST_MOVES
  const { numAffectedRows } = await sql`
    insert into review_requests (business_id, tenant_id, reminder_of, state, customer_name, first_name, customer_phone,
                                 customer_email, phone_hash, phone_country, invoice_number, link_token, correlation_id,
                                 scheduled_at, due_at, meant_at, checked_at)
    select f.business_id, f.tenant_id, f.id, ${sql.lit(scheduleReminder.to)}, f.customer_name, f.first_name, f.customer_phone,
           f.customer_email, f.phone_hash, f.phone_country, f.invoice_number, w."linkToken", f.correlation_id,
           ${now}, w."dueAt", w."dueAt", to_timestamp(0)
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (
      "firstTextId" uuid, "linkToken" text, "dueAt" timestamptz)
    join review_requests f on f.business_id = ${businessId} and f.id = w."firstTextId"
    where f.customer_phone is not null
    on conflict (business_id, reminder_of) where reminder_of is not null do nothing`.execute(trx)
  const scheduled = Number(numAffectedRows ?? 0)
  if (scheduled > 0) wakeSender(trx, businessId)
  return scheduled
}
