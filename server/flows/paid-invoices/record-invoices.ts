import type { TenantTrx } from '../../database/database.ts'
import type { XeroInvoice } from '../../integrations/xero/xero-types.ts'
import type { SyncedOrganisation } from '../../organisations/organisation-queries.ts'
import { cancelRequests, NO_LONGER_PAID } from '../../review-requests/life/end-requests.ts'
import {
  decideInvoices,
  type DecideDeps,
  type DecisionMade,
} from '../../review-requests/deciding/decide-invoices.ts'
import { isPaidInMoney } from '../../review-requests/deciding/review-request-rules.ts'
import { lockDecisions } from '../../review-requests/deciding/decision-queries.ts'
import { refreshInvoices, upsertInvoices } from '../../invoices/invoice-queries.ts'

export type FoundInvoice = { invoice: XeroInvoice; correlationId: string }

/**
 * The step that webhook and sweep share; repeating it changes nothing: Xero's answer is recorded, paid invoices are
 * decided once, and texts that wait for an invoice that is no longer paid in money are cancelled. An answer that is
 * older than the one on record changes nothing.
 */
export const recordInvoices = async (
  trx: TenantTrx,
  deps: DecideDeps,
  organisation: SyncedOrganisation,
  found: FoundInvoice[],
  { foundBy, now, wasPaidBeforeGoLive = false, reconsiders = false }: RecordOptions,
): Promise<DecisionMade[]> => {
  const paid = found.filter(({ invoice }) => invoice.status === 'PAID')
  const others = found.filter(({ invoice }) => invoice.status !== 'PAID')
  const undone = await refreshInvoices(
    trx,
    organisation,
    others.map(({ invoice }) => invoice),
  )
  if (undone.length > 0) {
    // Taken first, as by all code that cancels texts, so that no two transactions deadlock.
    await lockDecisions(trx, organisation.businessId)
    await cancelRequests(trx, organisation.businessId, NO_LONGER_PAID, {
      tenantId: organisation.tenantId,
      invoiceIds: undone,
    })
  }
  const current = await upsertInvoices(
    trx,
    { ...organisation, foundBy },
    paid.map(({ invoice }) => invoice),
  )
  const news = paid.filter(({ invoice }) => current.has(invoice.invoiceId))
  const credited = news.filter(({ invoice }) => !isPaidInMoney(invoice))
  if (credited.length > 0) {
    await lockDecisions(trx, organisation.businessId)
    await cancelRequests(trx, organisation.businessId, NO_LONGER_PAID, {
      tenantId: organisation.tenantId,
      invoiceIds: credited.map(({ invoice }) => invoice.invoiceId),
    })
  }
  return decideInvoices(trx, deps, organisation, news, { foundBy, now, wasPaidBeforeGoLive, reconsiders })
}

export type RecordOptions = {
  foundBy: 'webhook' | 'sweep'
  now: Date
  wasPaidBeforeGoLive?: boolean
  reconsiders?: boolean
}
