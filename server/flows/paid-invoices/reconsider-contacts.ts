import { sql, type RawBuilder } from 'kysely'
import { asBusiness, type Db } from '../../database/database.ts'
import type { SyncedOrganisation } from '../../organisations/organisation-queries.ts'
import { addDays, localDate } from '../../platform/dates.ts'
import { isLeased } from '../../platform/postgres/work/leases.ts'
import { MAX_PAID_AGE_DAYS } from '../../review-requests/deciding/paid-date-rules.ts'
import { BATCH_SIZE } from '../../invoices/fetch-invoices.ts'
import { markHandled, postponeUntried, type WaitingEvent } from '../../invoices/invoice-queries.ts'
import { GOES_BY_ITSELF } from '../../review-requests/life/text-life.ts'
import { HAS_BOUNCED } from '../../review-requests/timeline/mending/mending-queries.ts'
import { reconsiderAll, type ReconsiderDeps } from './reconsider-invoices.ts'
import { postponeEvents, throwIfPassing } from './postpone-events.ts'
import { sweepLease } from './sweep-organisation.ts'

/**
 * Contacts changed in Xero: recent payments whose text was skipped for their contact or bounced, and any whose text
 * still waits, are looked at again.
 * Throws OrganisationUnavailable when Xero cannot be asked now.
 */
export const reconsiderContacts = async (
  deps: ReconsiderDeps,
  organisation: SyncedOrganisation,
  events: WaitingEvent[],
): Promise<void> => {
  if (events.length === 0) return
  const ids = [...new Set(events.map(({ resourceId }) => resourceId))]
  const { fixable, isSwept } = await findFixable(deps.db, organisation, ids, await deps.databaseNow())
  const others = events.filter(({ resourceId }) => !fixable.has(resourceId))
  await (isSwept ? askAgain(deps, organisation, events) : markOthers(deps, organisation, others))
  const byContact = Map.groupBy(events, ({ resourceId }) => resourceId)
  const corrected = [...fixable].map(([contactId, invoiceIds]) => ({
    invoiceIds,
    events: byContact.get(contactId)!,
  }))
  for (const some of inCalls(corrected)) await reconsider(deps, organisation, some, isSwept)
}

type Corrected = { invoiceIds: string[]; events: WaitingEvent[] }

/** Together as many as one question to Xero has place for. */
const inCalls = (contacts: Corrected[]): Corrected[][] => {
  const calls: Corrected[][] = []
  let left = 0
  for (const contact of contacts) {
    left -= contact.invoiceIds.length
    if (left >= 0) calls.at(-1)!.push(contact)
    else {
      calls.push([contact])
      left = BATCH_SIZE - contact.invoiceIds.length
    }
  }
  return calls
}

const reconsider = async (
  deps: ReconsiderDeps,
  organisation: SyncedOrganisation,
  contacts: Corrected[],
  isSwept: boolean,
): Promise<void> => {
  const events = contacts.flatMap((contact) => contact.events)
  const invoiceIds = contacts.flatMap((contact) => contact.invoiceIds)
  const correlations = new Map(
    contacts.flatMap((contact) => contact.invoiceIds.map((id) => [id, contact.events[0]!.correlationId])),
  )
  try {
    const correlationOf = (invoiceId: string) => correlations.get(invoiceId) ?? ''
    // While it is swept they are not handled by this, but wait to be looked at again.
    const handled = isSwept ? [] : events
    await reconsiderAll(deps, organisation, invoiceIds, { correlationOf, events: handled })
  } catch (cause) {
    throwIfPassing(cause)
    // One of them is at fault: it must not keep the others.
    if (contacts.length > 1)
      for (const contact of contacts) await reconsider(deps, organisation, [contact], isSwept)
    else await postponeEvents(deps, organisation, events, cause)
  }
}

/** Nothing hangs on most contacts of an import: their events are handled by one write. */
const markOthers = async (
  deps: ReconsiderDeps,
  { businessId }: SyncedOrganisation,
  others: WaitingEvent[],
): Promise<void> => {
  if (others.length === 0) return
  await asBusiness(deps.db, businessId, async (trx) => markHandled(trx, businessId, others, deps.sqlNow()))
}

/** A sweep may still skip an invoice for what it read of the contact before: then it is looked for again. */
const askAgain = (deps: ReconsiderDeps, { businessId }: SyncedOrganisation, others: WaitingEvent[]) =>
  postponeUntried(deps.db, businessId, others, { now: deps.sqlNow(), seconds: SWEEP_LASTS_SECONDS })

const SWEEP_LASTS_SECONDS = 10

/** The gateway has not taken it yet: it can still go to another number. */
const isPostponed = (businessId: string) => sql`
  r.state = 'sending' and r.id in (
    select request_id from send_attempts where business_id = ${businessId} and state = 'retry')`

type Fixable = {
  /** By contact, the newest of their invoices. */
  fixable: Map<string, string[]>
  /** Whether a sweep was under way as they were looked for. */
  isSwept: boolean
}

const findFixable = async (
  db: Db,
  { businessId, tenantId, timeZone }: SyncedOrganisation,
  contactIds: string[],
  now: Date,
): Promise<Fixable> => {
  const oldest = addDays(localDate(now, timeZone), -MAX_PAID_AGE_DAYS)
  const isRecent = sql`coalesce(i.paid_on, d.decided_at::date) >= ${oldest}::date`
  // One arm each, so that each has its index.
  const ofTexts = (isMeant: RawBuilder<unknown>) => sql`
      select i.contact_id, d.invoice_id, d.decided_at, i.status
      from review_requests r
      join decisions d on d.business_id = r.business_id and d.tenant_id = r.tenant_id and d.invoice_id = r.invoice_id
      join invoices i on i.business_id = d.business_id and i.tenant_id = d.tenant_id and i.invoice_id = d.invoice_id
      where r.business_id = ${businessId} and r.tenant_id = ${tenantId} and i.contact_id = any(${contactIds}::uuid[]) and ${isMeant}`
  // In one snapshot: what a sweep that is over decided is seen, and one that begins later reads the contacts anew.
  const { rows } = await sql<{ isSwept: boolean; contactId: string; invoiceId: string | null }>`
    select is_swept as "isSwept", contact_id as "contactId", invoice_id as "invoiceId"
    from (select ${isLeased(sweepLease(tenantId))} as is_swept) lease
    left join (
      select d.contact_id, d.invoice_id, d.decided_at, i.status
      from decisions d
      join invoices i on i.business_id = d.business_id and i.tenant_id = d.tenant_id and i.invoice_id = d.invoice_id
      where d.business_id = ${businessId} and d.tenant_id = ${tenantId} and d.contact_id = any(${contactIds}::uuid[])
        and ${isRecent}
      union all ${ofTexts(sql`${HAS_BOUNCED} and ${isRecent}`)}
      union all ${ofTexts(GOES_BY_ITSELF)}
      union all ${ofTexts(sql`r.state = 'held'`)}
      union all ${ofTexts(isPostponed(businessId))}
    ) waiting on status = 'PAID'
    order by decided_at desc`.execute(db)
  const found = rows.flatMap(({ contactId, invoiceId }) => (invoiceId ? { contactId, invoiceId } : []))
  const newest = ([contactId, of]: [string, { invoiceId: string }[]]) =>
    [contactId, of.slice(0, BATCH_SIZE).map(({ invoiceId }) => invoiceId)] as const
  return {
    fixable: new Map([...Map.groupBy(found, ({ contactId }) => contactId)].map(newest)),
    isSwept: rows[0]!.isSwept,
  }
}
