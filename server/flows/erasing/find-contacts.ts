import { sql } from 'kysely'
import type { TenantTrx } from '../../database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { isUuid } from '../../platform/uuid-rules.ts'
import type { Contact } from './whom.ts'

/** Throws Refusal where no contact in Xero, or more than one, has this name or id. */
export const findOnlyContact = async (
  trx: TenantTrx,
  businessId: string,
  nameOrId: string,
): Promise<Contact> => {
  const [contact, ...others] = await findContacts(trx, businessId, nameOrId)
  if (!contact)
    throw new Refusal('not-found', 404, `No invoice on record has a contact "${nameOrId}". Nothing was done.`)
  if (others.length === 0) return contact
  const ids = [contact, ...others].map(({ contactId }) => contactId)
  throw new Refusal(
    'invalid-request',
    422,
    `${ids.length} contacts are called "${nameOrId}". Give one of these ids: ${ids.join(', ')}.`,
  )
}

/** The contacts in Xero that have this name, in whichever letter case, or this id; of invoices that are on record. */
export const findContacts = async (
  trx: TenantTrx,
  businessId: string,
  nameOrId: string,
): Promise<Contact[]> => {
  const isWanted = isUuid(nameOrId)
    ? sql`contact_id = ${nameOrId}::uuid`
    : sql`lower(contact_name collate "pg_c_utf8") = lower(${nameOrId.trim()} collate "pg_c_utf8")`
  const { rows } = await sql<Contact>`
    select distinct tenant_id as "tenantId", contact_id as "contactId"
    from invoices
    where business_id = ${businessId} and contact_id is not null and ${isWanted}
    order by 1, 2`.execute(trx)
  return rows
}

/** The number of their latest invoice that is on record; null where there is none, or it has no number. */
export const findLatestInvoice = async (
  trx: TenantTrx,
  businessId: string,
  { tenantId, contactId }: Contact,
): Promise<string | null> => {
  const { rows } = await sql<{ number: string | null }>`
    select number from invoices
    where business_id = ${businessId} and tenant_id = ${tenantId} and contact_id = ${contactId}
    order by updated_at desc
    limit 1`.execute(trx)
  return rows[0]?.number ?? null
}
