import { sql, type RawBuilder } from 'kysely'
import { lockDecisions } from '../../review-requests/deciding/decision-queries.ts'
import { cancelAnywhere, stopPostponed } from '../../review-requests/life/end-requests.ts'
import { eraseReminderMails } from '../../review-requests/reminding/mails/end-mails.ts'
import type { Trx } from '../../database/database.ts'
import { INVOICE_OF_R } from '../../database/invoice-of-text.ts'
import { Refusal } from '../../platform/errors.ts'
import { eraseTestNumber } from '../../test-texts/test-number-queries.ts'
import { eraseContacts } from './erase-contacts.ts'
import { eraseTestPhones } from './erase-test-phones.ts'
import type { Whom } from './whom.ts'

export type Erased = {
  /** Which businesses knew them. */
  businessIds: string[]
  /** Requests whose names, phone, e-mail and text were erased. */
  requests: number
  /** Of these, how many still waited to be sent, here or by the gateway's wish, and were cancelled. */
  cancelled: number
  attempts: number
  /** Invoices whose customer's name and reference were erased. */
  invoices: number
  /** Contacts in Xero that are left out from now on, without a name. */
  contacts: number
  /** Confirmations for test texts. */
  testNumbers: number
}

const ERASED = 'customer_erased'

/**
 * Erases a person. The keyed hash of the number stays, so that opt-outs and the cooldown survive; so do amounts and
 * times. Their contacts in Xero are left out from now on. Throws Refusal while a text to them is being sent.
 */
export const eraseCustomer = async (trx: Trx, whom: Whom, now: Date): Promise<Erased> => {
  if (whom.businessId === null) await lockErasing(trx)
  const businessIds = await lockBusinesses(trx, whom)
  const isTo = isTheirs(whom, businessIds)
  const stopped = await stopPostponed(trx, ERASED, isTo)
  const requests = await lockRequests(trx, isTo)
  if (requests.some(({ mayBeAtGateway }) => mayBeAtGateway)) throw beingSent()

  const texts = { businessIds, ids: requests.map(({ id }) => id) }
  if (await eraseReminderMails(trx, texts, ERASED)) throw beingSent()
  const cancelled = stopped + (await cancelAnywhere(trx, ERASED, texts))
  // It looks for the numbers, so it comes before they go.
  await eraseTestPhones(trx, whom, texts)
  const { invoices, contacts } = await eraseContacts(trx, whom, texts, now)
  const emptied = await sql`
    update review_requests
    set customer_name = null, first_name = null, customer_phone = null, customer_email = null, body = null,
        removed_after_months = 0
    where business_id = any(${businessIds}::uuid[]) and id = any(${texts.ids}::uuid[])
      and num_nonnulls(customer_name, first_name, customer_phone, customer_email, body) > 0`.execute(trx)
  const attempts = await sql`
    update send_attempts a set phone = null
    from review_requests r
    where r.business_id = any(${businessIds}::uuid[]) and r.id = any(${texts.ids}::uuid[])
      and a.business_id = r.business_id and a.request_id = r.id and a.phone is not null`.execute(trx)
  return {
    businessIds,
    requests: Number(emptied.numAffectedRows ?? 0),
    cancelled,
    attempts: Number(attempts.numAffectedRows ?? 0),
    invoices,
    contacts,
    testNumbers: 'phone' in whom ? await eraseTestNumber(trx, whom) : 0,
  }
}

const beingSent = (): Refusal =>
  new Refusal(
    'being-sent',
    409,
    'A message to this customer is being sent just now, or being looked for. Try again in some minutes.',
  )

/** Who is erased everywhere is so one after another: the second look below locks a business out of their order. */
const lockErasing = async (trx: Trx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('erase-everywhere', 0))`.execute(trx)
}

/**
 * A sync that has read the name and not committed comes first, so that what it writes is erased as well; what one of
 * another business wrote meanwhile is found by the second look.
 */
const lockBusinesses = async (trx: Trx, whom: Whom, locked: string[] = []): Promise<string[]> => {
  const found = await findBusinesses(trx, whom)
  const others = found.filter((id) => !locked.includes(id))
  for (const id of others) await lockDecisions(trx, id)
  return others.length === 0 || whom.businessId ? found : lockBusinesses(trx, whom, [...locked, ...others])
}

const findBusinesses = async (trx: Trx, whom: Whom): Promise<string[]> => {
  if ('contact' in whom || whom.businessId) return [whom.businessId!]
  // With an offset each business is looked up in the index of its customers: no other index has a number not texted.
  const { rows } = await sql<{ id: string }>`
    select b.id from businesses b
    where exists (
      select from review_requests r where r.business_id = b.id and r.phone_hash = ${whom.phoneHash} offset 0)
    order by b.id`.execute(trx)
  return rows.map(({ id }) => id)
}

const lockRequests = async (
  trx: Trx,
  isTo: RawBuilder<unknown>,
): Promise<{ id: string; mayBeAtGateway: boolean }[]> => {
  const { rows } = await sql<{ id: string; mayBeAtGateway: boolean }>`
    select r.id,
           r.state in ('sending', 'unknown') or exists (
             select from send_attempts a
             where a.business_id = r.business_id and a.request_id = r.id
               and a.state in ('sending', 'unknown')) as "mayBeAtGateway"
    from review_requests r where ${isTo} order by r.id for update of r`.execute(trx)
  return rows
}

/** Whether a text `r` is to them. */
const isTheirs = (whom: Whom, businessIds: string[]): RawBuilder<unknown> =>
  'contact' in whom
    ? sql`r.business_id = ${whom.businessId} and exists (
        select from invoices i
        where i.business_id = r.business_id and i.tenant_id = r.tenant_id and i.invoice_id = ${INVOICE_OF_R}
          and i.tenant_id = ${whom.contact.tenantId} and i.contact_id = ${whom.contact.contactId})`
    : sql`r.phone_hash = ${whom.phoneHash} and r.business_id = any(${businessIds}::uuid[])`
