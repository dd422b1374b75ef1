import { sql, type RawBuilder } from 'kysely'
import type { Trx } from '../../database/database.ts'
import { JOIN_INVOICE_OF_R } from '../../database/invoice-of-text.ts'
import type { Texts, Whom } from './whom.ts'

/**
 * Every invoice of the contacts of these requests, and of the one that is named, loses its customer: those that no text
 * was asked for name the person as well. The contacts are left out from now on, without a name.
 */
export const eraseContacts = async (
  trx: Trx,
  whom: Whom,
  texts: Texts,
  now: Date,
): Promise<{ invoices: number; contacts: number }> => {
  const contacts = contactsOf(whom, texts)
  const erased = await sql`
    update invoices i set contact_name = null, reference = null, contact_groups = null, removed_after_months = 0
    from (${contacts}) contact
    where i.business_id = contact.business_id and i.tenant_id = contact.tenant_id
      and i.contact_id = contact.contact_id
      and num_nonnulls(i.contact_name, i.reference, i.contact_groups) > 0`.execute(trx)
  const leftOut = await sql`
    insert into excluded_contacts (business_id, tenant_id, contact_id, excluded_at, erased_at)
    select business_id, tenant_id, contact_id, ${now}, ${now} from (${contacts}) contact
    on conflict (business_id, tenant_id, contact_id) do update
    set name = null, erased_at = coalesce(excluded_contacts.erased_at, excluded.erased_at)
    where excluded_contacts.name is not null or excluded_contacts.erased_at is null`.execute(trx)
  return {
    invoices: Number(erased.numAffectedRows ?? 0),
    contacts: Number(leftOut.numAffectedRows ?? 0),
  }
}

const contactsOf = (whom: Whom, { businessIds, ids }: Texts): RawBuilder<unknown> => {
  const ofRequests = sql`
    select i.business_id, i.tenant_id, i.contact_id
    from review_requests r
    ${JOIN_INVOICE_OF_R}
    where r.business_id = any(${businessIds}::uuid[]) and r.id = any(${ids}::uuid[]) and i.contact_id is not null`
  if (!('contact' in whom)) return sql`${ofRequests} group by 1, 2, 3`
  const { tenantId, contactId } = whom.contact
  // Also one of which nothing is on record yet: from now on nothing is.
  return sql`
    ${ofRequests}
    union
    select o.business_id, o.tenant_id, ${contactId}::uuid
    from organisations o where o.business_id = ${whom.businessId} and o.tenant_id = ${tenantId}::uuid`
}
