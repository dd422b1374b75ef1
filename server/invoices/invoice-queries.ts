import { sql, type RawBuilder } from 'kysely'
import type { Db, Reader, TenantTrx } from '../database/database.ts'
import type { SqlTime } from '../platform/postgres/connections/database-clock.ts'
import { withCommit } from '../platform/postgres/connections/one-connection.ts'
import { failedAt, isWaiting } from '../platform/postgres/work/inbox.ts'
import type { XeroInvoice } from '../integrations/xero/xero-types.ts'

/** Its time says in which partition of the inbox it is. */
export type EventKey = { id: number; eventAt: Date }

export type WaitingEvent = EventKey & {
  category: string
  resourceId: string
  correlationId: string
  receivedAt: Date
  /** Tries that failed; a message that was replayed counts as one that failed. */
  failures: number
}

/** Events of invoices and contacts of this organisation that are to be handled now, oldest first. */
export const waitingEvents = async (
  db: Reader,
  tenantId: string,
  { now, most }: { now: SqlTime; most: number },
): Promise<WaitingEvent[]> => {
  const { rows } = await sql<WaitingEvent>`
    select id, event_at as "eventAt", category, resource_id as "resourceId", correlation_id as "correlationId", received_at as "receivedAt",
           case when failed_at is not null and attempts = 0 then ${ALONE}::integer else attempts end as failures
    from xero_events e
    where business_id = (select business_id from organisations where tenant_id = ${tenantId} and state <> 'disconnected')
      and tenant_id = ${tenantId} and category <> 'PAYMENT' and ${isWaiting(now)}
    order by id
    limit ${most}`.execute(db)
  return rows
}

/** From so many failures on it is fetched alone. */
export const ALONE = 2

/** Their handling failed: they are tried again later, and put aside as dead in the end. */
export const markFailed = async (
  db: Db,
  businessId: string,
  events: EventKey[],
  { now, cause }: { now: SqlTime; cause: unknown },
): Promise<void> => {
  await sql`
    update xero_events set ${failedAt(now, cause)}
    where business_id = ${businessId} and ${isOneOf(events)} and handled_at is null`.execute(db)
}

/** Invoices that a sweep could not handle are left to the sync, which finds the one that fails. */
export const putInInbox = async (
  db: Db,
  { businessId, tenantId }: Where,
  ids: string[],
  { now, cause }: { now: SqlTime; cause: unknown },
): Promise<void> => {
  const { rows } = await sql<EventKey>`
    insert into xero_events (business_id, tenant_id, resource_id, category, event_type, event_at, correlation_id)
    select ${businessId}, ${tenantId}, id, 'INVOICE', 'SWEEP', ${now}, 'sweep:' || id
    from unnest(${ids}::uuid[]) as id
    order by id
    on conflict do nothing
    returning id, event_at as "eventAt"`.execute(db)
  if (rows.length > 0) await markFailed(db, businessId, rows, { now, cause })
}

/** These events are handled, together with what this transaction writes. */
export const markHandled = (trx: TenantTrx, businessId: string, events: EventKey[], now: SqlTime): void => {
  if (events.length === 0) return
  withCommit(
    trx,
    sql`
      update xero_events set handled_at = ${now}
      where business_id = ${businessId} and ${isOneOf(events)} and handled_at is null`,
  )
}

/** These are looked at again so many seconds later; no try of them has failed. */
export const postponeUntried = async (
  db: Db,
  businessId: string,
  events: EventKey[],
  { now, seconds }: { now: SqlTime; seconds: number },
): Promise<void> => {
  if (events.length === 0) return
  await sql`
    update xero_events set retry_at = (${now})::timestamptz + ${seconds} * interval '1 second'
    where business_id = ${businessId} and ${isOneOf(events)} and handled_at is null`.execute(db)
}

/** With the time between the first and the last of them, so that no other partition is looked into. */
const isOneOf = (events: EventKey[]): RawBuilder<boolean> => {
  const times = events.map(({ eventAt }) => eventAt.getTime())
  // Theirs are to the microsecond.
  const [first, end] = [new Date(Math.min(...times)), new Date(Math.max(...times) + 1)]
  return sql<boolean>`
    id = any(${events.map(({ id }) => id)}::bigint[]) and event_at >= ${first} and event_at < ${end}`
}

/** Everything that was paid until `before` has been read: payments that Xero reported until then are handled. */
export const settlePayments = async (
  db: Db,
  { businessId, tenantId }: Where,
  { before, now }: { before: Date; now: SqlTime },
): Promise<void> => {
  await sql`
    update xero_events set handled_at = ${now}
    where business_id = ${businessId} and tenant_id = ${tenantId} and category = 'PAYMENT' and event_at <= ${before}
      and handled_at is null and dead_at is null`.execute(db)
}

/** Which of these have messages that no sync has handled yet, or dead ones. */
export const invoicesInInbox = async (
  db: Db,
  { businessId, tenantId }: { businessId: string; tenantId: string },
  invoiceIds: string[],
): Promise<Set<string>> => {
  if (invoiceIds.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select distinct resource_id as id
    from xero_events
    where business_id = ${businessId} and tenant_id = ${tenantId} and handled_at is null
      and resource_id = any(${invoiceIds}::uuid[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

type Where = { businessId: string; tenantId: string }

/**
 * Records Xero's answer on these invoices, unless a newer one is on record. Returns those that were written. An invoice
 * that is not paid leaves a row as well, without its customer, so that an older answer finds a newer one on record.
 */
export const upsertInvoices = async (
  trx: TenantTrx,
  where: Where & { foundBy: 'webhook' | 'sweep' },
  invoices: XeroInvoice[],
): Promise<Set<string>> => {
  if (invoices.length === 0) return new Set()
  const { rows } = await invoicesUpserted(where, invoices).execute(trx)
  return new Set(rows.map(({ id }) => id))
}

/** The same as a statement of the caller's, for one or more. */
export const invoicesUpserted = (
  { businessId, tenantId, foundBy }: Where & { foundBy: 'webhook' | 'sweep' },
  invoices: XeroInvoice[],
): RawBuilder<{ id: string }> => sql`
    insert into invoices (business_id, tenant_id, invoice_id, number, type, status, contact_id, contact_name, currency,
                          total, amount_due, amount_paid, amount_credited, paid_on, updated_at, found_by,
                          reference, contact_groups, tracking, removed_after_months)
    select ${businessId}, ${tenantId}, invoice_id, number, type, status, contact_id,
           case when ${IS_ERASED} then null else contact_name end, currency,
           total, amount_due, amount_paid, amount_credited, paid_on, updated_at, ${foundBy},
           case when ${IS_ERASED} then null else reference end, case when ${IS_ERASED} then null else contact_groups end,
           tracking, case when ${IS_ERASED} then 0 end
    from jsonb_to_recordset(${rowsOf(invoices)}::jsonb) as i ${FIELDS}
    left join lateral (
      select e.erased_at from excluded_contacts e
      where e.business_id = ${businessId} and e.tenant_id = ${tenantId} and e.contact_id = i.contact_id) e on true
    order by invoice_id
    on conflict (business_id, tenant_id, invoice_id) do update
    set number = coalesce(excluded.number, invoices.number), type = excluded.type, status = excluded.status,
        contact_id = coalesce(excluded.contact_id, invoices.contact_id),
        contact_name = coalesce(excluded.contact_name, invoices.contact_name), total = excluded.total,
        amount_due = excluded.amount_due, amount_paid = excluded.amount_paid,
        amount_credited = excluded.amount_credited, paid_on = excluded.paid_on, updated_at = excluded.updated_at,
        reference = excluded.reference, tracking = coalesce(excluded.tracking, invoices.tracking),
        contact_groups = coalesce(excluded.contact_groups, invoices.contact_groups),
        removed_after_months = coalesce(excluded.removed_after_months, invoices.removed_after_months)
    where excluded.updated_at >= invoices.updated_at
    returning invoice_id as id`

/** Leaves a row of these where none is on record, without replacing anything. */
export const insertMissing = async (
  trx: TenantTrx,
  { businessId, tenantId, foundBy }: Where & { foundBy: 'webhook' | 'sweep' },
  invoices: XeroInvoice[],
): Promise<void> => {
  await sql`
    insert into invoices (business_id, tenant_id, invoice_id, type, status, total, amount_due, amount_paid,
                          amount_credited, updated_at, found_by)
    select ${businessId}, ${tenantId}, invoice_id, type, status, total, amount_due, amount_paid, amount_credited,
           updated_at, ${foundBy}
    from jsonb_to_recordset(${rowsOf(invoices)}::jsonb) as i ${FIELDS}
    order by invoice_id
    on conflict do nothing`.execute(trx)
}

/** Its customer was erased: Xero's name for them is not written down again. */
const IS_ERASED = sql.raw('e.erased_at is not null')

const FIELDS = sql.raw(`(
  invoice_id uuid, number text, type text, status text, contact_id uuid, contact_name text, currency text,
  total numeric, amount_due numeric, amount_paid numeric, amount_credited numeric, paid_on date,
  updated_at timestamptz, reference text, contact_groups uuid[], tracking uuid[])`)

const rowsOf = (invoices: XeroInvoice[]): string =>
  JSON.stringify(
    invoices.map((invoice) => ({
      invoice_id: invoice.invoiceId,
      ...(invoice.status === 'PAID' && {
        number: invoice.number,
        contact_id: invoice.contactId,
        contact_name: invoice.contactName,
        reference: invoice.reference,
        contact_groups: invoice.contact?.groupIds,
        tracking: invoice.trackingIds,
      }),
      type: invoice.type,
      status: invoice.status,
      currency: invoice.currency,
      total: invoice.total,
      amount_due: invoice.amountDue,
      amount_paid: invoice.amountPaid,
      amount_credited: invoice.amountCredited,
      paid_on: invoice.paidOn,
      updated_at: invoice.updatedAt,
    })),
  )
