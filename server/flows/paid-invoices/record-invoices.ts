import type { XeroInvoice } from '../../integrations/xero/xero-types.ts'
import { OrganisationUnavailable } from '../../organisations/ask-xero.ts'
import { isOwnOrganisation, type SyncedOrganisation } from '../../organisations/organisation-queries.ts'
import { callOffUnpaid } from '../../review-requests/deciding/call-off-unpaid.ts'
import { NO_LONGER_PAID } from '../../review-requests/life/end-requests.ts'
import {
  decideInvoices,
  type DecideDeps,
  type DecisionMade,
} from '../../review-requests/deciding/decide-invoices.ts'
import { isPaidInMoney } from '../../review-requests/deciding/review-request-rules.ts'
import { findDecidingBusiness, type DecidingTrx } from '../../review-requests/deciding/decision-queries.ts'
import { renewCustomers, takeBackPostponed } from '../../review-requests/deciding/renew-customers.ts'
import { cancelMailsAbout } from '../../review-requests/reminding/mails/end-mails.ts'
import { upsertInvoices } from '../../invoices/invoice-queries.ts'

export type FoundInvoice = { invoice: XeroInvoice; correlationId: string }

/**
 * The step that webhook and sweep share; repeating it changes nothing: Xero's answer is recorded, paid invoices are
 * decided once, and texts that wait for an invoice that is no longer paid in money are cancelled. An answer that is
 * older than the one on record changes nothing. Throws OrganisationUnavailable where it was disconnected meanwhile.
 */
export const recordInvoices = async (
  trx: DecidingTrx,
  deps: DecideDeps,
  organisation: SyncedOrganisation,
  found: FoundInvoice[],
  { foundBy, askedAt, now, wasPaidBeforeGoLive = false, reconsiders = false }: RecordOptions,
): Promise<DecisionMade[]> => {
  // The lock was taken before anything is read or written: whoever is erased meanwhile waits for this, or is known here
  // to be erased. And as by all code that cancels texts, so that no two transactions deadlock.
  const [business, isOwn] = await Promise.all([
    findDecidingBusiness(trx, organisation.businessId),
    isOwnOrganisation(trx, organisation),
  ])
  // Disconnected since Xero was asked: its texts are cancelled, and none may follow. Once it is back it is asked again.
  if (!isOwn) throw new OrganisationUnavailable('needs-reconnect')
  const written = await upsertInvoices(
    trx,
    { ...organisation, foundBy },
    found.map(({ invoice }) => invoice),
  )
  const news = found.filter(({ invoice }) => written.has(invoice.invoiceId))
  if (reconsiders)
    await takeBackPostponed(
      trx,
      deps,
      organisation,
      news.map(({ invoice }) => invoice),
    )
  const undone = news.filter(({ invoice }) => !(invoice.status === 'PAID' && isPaidInMoney(invoice)))
  if (undone.length > 0) {
    const { businessId, tenantId } = organisation
    const about = { tenantId, invoiceIds: undone.map(({ invoice }) => invoice.invoiceId) }
    await callOffUnpaid(trx, { businessId, ...about, now })
    await cancelMailsAbout(trx, businessId, about, NO_LONGER_PAID)
  }
  const paid = news.filter(({ invoice }) => invoice.status === 'PAID')
  const read = reconsiders ? paid.map(({ invoice }) => invoice) : []
  const ended = await renewCustomers(trx, deps, organisation, read, { business, now })
  const open = paid.filter(({ invoice }) => !ended.has(invoice.invoiceId))
  const options = { business, foundBy, askedAt, now, wasPaidBeforeGoLive, reconsiders }
  return decideInvoices(trx, deps, organisation, open, options)
}

export type RecordOptions = {
  foundBy: 'webhook' | 'sweep'
  /** A moment before Xero was asked, by the database's clock. */
  askedAt: Date
  now: Date
  wasPaidBeforeGoLive?: boolean
  reconsiders?: boolean
}
