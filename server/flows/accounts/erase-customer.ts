import { sql } from 'kysely'
import { cancelAnywhere } from '../../review-requests/life/end-requests.ts'
import type { Trx } from '../../database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { eraseTestNumber } from '../../test-texts/test-number-queries.ts'

export type Erased = {
  /** Requests whose names, phone, e-mail and text were erased. */
  requests: number
  /** Of these, how many still waited to be sent and were cancelled. */
  cancelled: number
  attempts: number
  /** Invoices whose customer's name and reference were erased. */
  invoices: number
  /** Entries among the customers to leave out whose name was erased. They go on being left out. */
  excluded: number
  /** Confirmations for test texts. */
  testNumbers: number
}

export const ERASED = 'customer_erased'

/**
 * Erases a person, known by the keyed hash of the phone, from one business or (null) from all. The hash stays, so that
 * the opt-outs and the cooldown survive; so do amounts and times. Throws Refusal while a text to them is being sent.
 */
export const eraseCustomer = async (
  trx: Trx,
  { businessId, phoneHash }: { businessId: string | null; phoneHash: Buffer },
): Promise<Erased> => {
  const requests = await lockRequests(trx, businessId, phoneHash)
  if (requests.some(({ state }) => state === 'sending' || state === 'unknown')) throw beingSent()

  const ids = requests.map(({ id }) => id)
  const cancelled = await cancelAnywhere(trx, ERASED, ids)
  const invoices = await eraseInvoices(trx, ids)
  const excluded = await eraseExcluded(trx, ids)
  await sql`
    update review_requests
    set customer_name = null, first_name = null, customer_phone = null, customer_email = null, body = null
    where id = any(${ids}::uuid[])`.execute(trx)
  const attempts = await sql`
    update send_attempts a set phone = null
    from review_requests r
    where r.id = any(${ids}::uuid[]) and a.business_id = r.business_id and a.request_id = r.id
      and a.phone is not null`.execute(trx)
  const testNumbers = await eraseTestNumber(trx, { businessId, phoneHash })
  return {
    requests: ids.length,
    cancelled,
    attempts: Number(attempts.numAffectedRows ?? 0),
    invoices,
    excluded,
    testNumbers,
  }
}

const beingSent = (): Refusal =>
  new Refusal(
    'being-sent',
    409,
    'A text to this customer is being sent just now, or being looked for. Try again in some minutes.',
  )

const lockRequests = async (
  trx: Trx,
  businessId: string | null,
  phoneHash: Buffer,
): Promise<{ id: string; state: string }[]> => {
  const { rows } = await sql<{ id: string; state: string }>`
    select id, state from review_requests
    where phone_hash = ${phoneHash} and (${businessId}::uuid is null or business_id = ${businessId}::uuid)
    order by id
    for update`.execute(trx)
  return rows
}

/** Every invoice of the same contacts, for those that no text was asked for name the person as well. */
const eraseInvoices = async (trx: Trx, ids: string[]): Promise<number> => {
  const { numAffectedRows } = await sql`
    update invoices i set contact_name = null, reference = null, contact_groups = null
    from (${contactsOf(ids)}) contact
    where i.business_id = contact.business_id and i.tenant_id = contact.tenant_id
      and i.contact_id = contact.contact_id
      and (i.contact_name is not null or i.reference is not null or i.contact_groups is not null)`.execute(
    trx,
  )
  return Number(numAffectedRows ?? 0)
}

const eraseExcluded = async (trx: Trx, ids: string[]): Promise<number> => {
  const { numAffectedRows } = await sql`
    update excluded_contacts e set name = null
    from (${contactsOf(ids)}) contact
    where e.business_id = contact.business_id and e.tenant_id = contact.tenant_id
      and e.contact_id = contact.contact_id and e.name is not null`.execute(trx)
  return Number(numAffectedRows ?? 0)
}

/** The contacts in Xero to whom these requests belong. */
const contactsOf = (ids: string[]) => sql`
  select distinct i.business_id, i.tenant_id, i.contact_id
  from review_requests r
  join invoices i on i.business_id = r.business_id and i.tenant_id = r.tenant_id and i.invoice_id = r.invoice_id
  where r.id = any(${ids}::uuid[]) and i.contact_id is not null`
