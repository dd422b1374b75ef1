import type { RetriesResponse } from '../../../contracts/activity.ts'
import type { ActivityRow } from '../../activity/activity-queries.ts'
import { findToMend } from '../../activity/to-mend-queries.ts'
import { findTimeZone } from '../../businesses/business-time-zone.ts'
import { asBusiness } from '../../database/database.ts'
import { BATCH_SIZE, inBatches } from '../../invoices/fetch-invoices.ts'
import { OrganisationUnavailable } from '../../organisations/ask-xero.ts'
import { findOrganisation } from '../../organisations/organisation-queries.ts'
import { VendorFailure } from '../../platform/errors.ts'
import { reconsiderInvoices, type ReconsiderDeps } from './reconsider-invoices.ts'
import { unavailable } from './retry-invoice.ts'

type Asked = { businessId: string; invoiceIds: string[]; requestId: string }

/**
 * Looks again at those of these invoices that still are to be mended: forty of an organisation cost two calls of Xero.
 * Asked again it changes nothing more. Throws Refusal 503 when Xero cannot be asked now; what was looked at is kept.
 */
export const retryInvoices = async (
  deps: ReconsiderDeps,
  { businessId, invoiceIds, requestId }: Asked,
): Promise<RetriesResponse> => {
  const before = await stillToMend(deps, businessId, invoiceIds)
  let seen: Seen = { askable: 0, unread: 0 }
  for (const [tenantId, ofTenant] of Map.groupBy(before, (row) => row.tenantId))
    for (const batch of inBatches(ofTenant, BATCH_SIZE))
      seen = together(seen, await lookAgain(deps, { businessId, tenantId }, batch, requestId))
  const left = (await stillToMend(deps, businessId, invoiceIds)).length
  return { looked: before.length, askable: seen.askable, left, unread: Math.min(seen.unread, left) }
}

/** How many are texted now, and how many could not be read. */
type Seen = { askable: number; unread: number }

const together = (some: Seen, others: Seen): Seen => ({
  askable: some.askable + others.askable,
  unread: some.unread + others.unread,
})

const lookAgain = async (
  deps: ReconsiderDeps,
  where: { businessId: string; tenantId: string },
  batch: ActivityRow[],
  requestId: string,
): Promise<Seen> => {
  const { businessId, tenantId } = where
  const organisation = await findOrganisation(deps.db, tenantId)
  if (organisation?.businessId !== businessId) return { askable: 0, unread: 0 }
  const ids = batch.map(({ invoiceId }) => invoiceId)
  const why = { correlationOf: () => requestId, events: [] }
  try {
    const { made, unreadable } = await reconsiderInvoices(deps, organisation, ids, why)
    for (const { cause } of unreadable) notSeen(deps, tenantId, cause)
    return {
      askable: made.filter(({ outcome }) => outcome === 'scheduled').length,
      unread: unreadable.length,
    }
  } catch (cause) {
    if (cause instanceof OrganisationUnavailable) throw unavailable()
    if (!(cause instanceof VendorFailure)) throw cause
    // The one at fault leaves the others as they would be without it.
    if (batch.length > 1) {
      const half = Math.ceil(batch.length / 2)
      const first = await lookAgain(deps, where, batch.slice(0, half), requestId)
      return together(first, await lookAgain(deps, where, batch.slice(half), requestId))
    }
    notSeen(deps, tenantId, cause)
    return { askable: 0, unread: 1 }
  }
}

const notSeen = ({ log }: ReconsiderDeps, tenantId: string, cause: unknown): void =>
  log.error({ err: cause, tenantId }, 'an invoice could not be looked at again')

const stillToMend = async (
  { db, clock }: ReconsiderDeps,
  businessId: string,
  among: string[],
): Promise<ActivityRow[]> =>
  asBusiness(db, businessId, async (trx) => {
    const timeZone = await findTimeZone(trx, businessId)
    return (await findToMend(trx, businessId, { now: clock(), timeZone, among })).rows
  })
