import { sql } from 'kysely'
import { asBusiness, type Db } from '../../database/database.ts'
import { markHandled, type EventKey } from '../../invoices/invoice-queries.ts'
import { findOrganisation, type SyncedOrganisation } from '../../organisations/organisation-queries.ts'
import type { SqlTime } from '../../platform/postgres/connections/database-clock.ts'
import { isWaiting } from '../../platform/postgres/work/inbox.ts'
import { sweepOrganisation, type SweepDeps } from './sweep-organisation.ts'

/**
 * Xero reported payments, but not of which invoices: everything paid since the cursor is read, in one call where little
 * was. A sweep that ends settles all payments that were reported before it; one that does not is tried again later.
 */
export const lookForPayments = async (
  deps: SweepDeps,
  tenantId: string,
  stopping?: AbortSignal,
): Promise<void> => {
  const organisation = await findOrganisation(deps.db, tenantId)
  if (!organisation) return
  const reported = await postpone(deps.db, organisation, deps.sqlNow())
  if (reported.length === 0) return
  const { isDayUsedUp } = await sweepOrganisation(deps, tenantId, stopping, {
    foundBy: 'webhook',
    correlationId: reported[0]!.correlationId,
  })
  // What is left of Xero's day is for invoices that events name. The sweep reads what was paid meanwhile later.
  if (isDayUsedUp)
    await asBusiness(deps.db, organisation.businessId, async (trx) =>
      markHandled(trx, organisation.businessId, reported, deps.sqlNow()),
    )
}

type Reported = EventKey & { correlationId: string }

/** Before Xero is asked, so that a look which fails, or whose process is killed, is made again, and not at once. */
const postpone = async (
  db: Db,
  { businessId, tenantId }: SyncedOrganisation,
  now: SqlTime,
): Promise<Reported[]> => {
  const { rows } = await sql<Reported>`
    update xero_events e
    set retry_at = (${now})::timestamptz + interval '2 minutes'
    where business_id = ${businessId} and tenant_id = ${tenantId} and category = 'PAYMENT' and ${isWaiting(now)}
    returning id, event_at as "eventAt", correlation_id as "correlationId"`.execute(db)
  return rows
}
