import { sql, type RawBuilder } from 'kysely'
import { asBusiness, type Db } from '../../database/database.ts'
import type { SyncedOrganisation } from '../../organisations/organisation-queries.ts'
import { addDays, localDate } from '../../platform/dates.ts'
import { MAX_PAID_AGE_DAYS } from '../../review-requests/deciding/paid-date-rules.ts'
import { BATCH_SIZE } from '../../invoices/fetch-invoices.ts'
import { markHandled, type WaitingEvent } from '../../invoices/invoice-queries.ts'
import { GOES_BY_ITSELF } from '../../review-requests/deciding/renew-customers.ts'
import { HAS_BOUNCED } from '../../review-requests/timeline/mending/mending-queries.ts'
import { reconsiderInvoices, type ReconsiderDeps } from './reconsider-invoices.ts'
import { postponeEvents } from './postpone-events.ts'

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
  for (const contactId of new Set(events.map(({ resourceId }) => resourceId))) {
    const received = events.filter(({ resourceId }) => resourceId === contactId)
    await reconsiderContact(deps, organisation, contactId, received).catch((cause: unknown) =>
      postponeEvents(deps, organisation, received, cause),
    )
  }
}

const reconsiderContact = async (
  deps: ReconsiderDeps,
  organisation: SyncedOrganisation,
  contactId: string,
  received: WaitingEvent[],
): Promise<void> => {
  const eventIds = received.map(({ id }) => id)
  const invoiceIds = await findFixable(deps.db, organisation, contactId, await deps.databaseNow())
  if (invoiceIds.length === 0) {
    const { businessId } = organisation
    await asBusiness(deps.db, businessId, (trx) => markHandled(trx, businessId, eventIds, deps.sqlNow()))
  } else {
    await reconsiderInvoices(deps, organisation, invoiceIds, {
      correlationId: received[0]!.correlationId,
      eventIds,
    })
  }
}

/** The gateway has not taken it yet: it can still go to another number. */
const isPostponed = (businessId: string) => sql`
  r.state = 'sending' and r.id in (
    select request_id from send_attempts where business_id = ${businessId} and state = 'retry')`

const findFixable = async (
  db: Db,
  { businessId, tenantId, timeZone }: SyncedOrganisation,
  contactId: string,
  now: Date,
): Promise<string[]> => {
  const oldest = addDays(localDate(now, timeZone), -MAX_PAID_AGE_DAYS)
  const isRecent = sql`coalesce(i.paid_on, d.decided_at::date) >= ${oldest}::date`
  // One arm each, so that each has its index.
  const ofTexts = (isMeant: RawBuilder<unknown>) => sql`
      select d.invoice_id, d.decided_at, i.status
      from review_requests r
      join decisions d on d.business_id = r.business_id and d.tenant_id = r.tenant_id and d.invoice_id = r.invoice_id
      join invoices i on i.business_id = d.business_id and i.tenant_id = d.tenant_id and i.invoice_id = d.invoice_id
      where r.business_id = ${businessId} and r.tenant_id = ${tenantId} and i.contact_id = ${contactId} and ${isMeant}`
  const { rows } = await sql<{ invoice_id: string }>`
    select invoice_id
    from (
      select d.invoice_id, d.decided_at, i.status
      from decisions d
      join invoices i on i.business_id = d.business_id and i.tenant_id = d.tenant_id and i.invoice_id = d.invoice_id
      where d.business_id = ${businessId} and d.tenant_id = ${tenantId} and d.contact_id = ${contactId}
        and ${isRecent}
      union all ${ofTexts(sql`${HAS_BOUNCED} and ${isRecent}`)}
      union all ${ofTexts(GOES_BY_ITSELF)}
      union all ${ofTexts(sql`r.state = 'held'`)}
      union all ${ofTexts(isPostponed(businessId))}
    ) waiting
    where status = 'PAID'
    order by decided_at desc
    limit ${BATCH_SIZE}`.execute(db)
  return rows.map(({ invoice_id }) => invoice_id)
}
