import { sql } from 'kysely'
import { findHomeCountry } from '../businesses/home-country.ts'
import type { TenantTrx } from '../database/database.ts'
import { ownSenderOf } from '../senders/sender-queries.ts'

export type TextingBusiness = {
  name: string
  message: string
  isEnabled: boolean
  currency: string
  /** Where its customers most likely are. */
  country: string
  /** By which it texts; null for the shared one. */
  ownSender: string | null
  /** By an operator, who says why: until she resumes it, it cannot be switched on. */
  paused: { at: string; reason: string } | null
}

export const findTextingBusiness = async (trx: TenantTrx, businessId: string): Promise<TextingBusiness> => {
  const { rows } = await sql<Omit<TextingBusiness, 'country'>>`
    select name, template as message, automation_enabled as "isEnabled", currency, ${ownSenderOf(businessId)} as "ownSender",
           case when paused_at is not null
             then jsonb_build_object('at', to_char(paused_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'reason', paused_because) end as paused
    from businesses where id = ${businessId}`.execute(trx)
  return { ...rows[0]!, country: await findHomeCountry(trx, businessId) }
}

export const saveTemplate = async (
  trx: TenantTrx,
  businessId: string,
  { message, isEnabled }: { message: string; isEnabled: boolean },
): Promise<void> => {
  await trx
    .updateTable('businesses')
    .set({ template: message, automation_enabled: isEnabled })
    .where('id', '=', businessId)
    .execute()
}

export type SampleCustomer = {
  isReal: boolean
  firstName: string | null
  customerName: string | null
  invoiceNumber: string | null
  country: string
}

const LATEST = 20

/** The latest customer with a name to write to, at home where there is one, for the price; else an invented one. */
export const findSampleCustomer = async (
  trx: TenantTrx,
  businessId: string,
  country: string,
): Promise<SampleCustomer> => {
  const { rows } = await sql<SampleCustomer>`
    select true as "isReal", first_name as "firstName", customer_name as "customerName",
           invoice_number as "invoiceNumber", phone_country as country
    from (
      select * from review_requests
      where business_id = ${businessId} and state not in ('cancelled', 'expired')
      order by timeline_at desc, id desc
      limit ${LATEST}) latest
    where customer_name ~ '[^[:space:]]'
    order by phone_country = ${country} desc, timeline_at desc, id desc
    limit 1`.execute(trx)
  return rows[0] ?? { isReal: false, ...SAMPLE_CUSTOMER, country }
}

const SAMPLE_CUSTOMER = { firstName: 'Sam', customerName: 'Sam Green', invoiceNumber: 'INV-1042' }
