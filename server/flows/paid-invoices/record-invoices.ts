import type { XeroInvoice } from '../../integrations/xero/xero-types.ts'
import { OrganisationUnavailable } from '../../organisations/ask-xero.ts'
import type { SyncedOrganisation } from '../../organisations/organisation-queries.ts'
import { callOffUnpaid } from '../../review-requests/deciding/call-off-unpaid.ts'
import { NO_LONGER_PAID } from '../../review-requests/life/end-requests.ts'
import {
  decideInvoices,
  findOnRecord,
  type DecideDeps,
  type DecisionMade,
} from '../../review-requests/deciding/decide-invoices.ts'
import { isPaidInMoney } from '../../review-requests/deciding/review-request-rules.ts'
import type { DecidingTrx, DecisionBasis } from '../../review-requests/deciding/decision-queries.ts'
import { renewCustomers, takeBackPostponed } from '../../review-requests/deciding/renew-customers.ts'
import { cancelMailsAbout } from '../../review-requests/reminding/mails/end-mails.ts'
import type { ClaimNow } from '../../review-requests/sending/send-at-once.ts'
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
  {
    basis: { business, isOwn },
    foundBy,
    askedAt,
    now,
    wasPaidBeforeGoLive = false,
    reconsiders = false,
    claimNow,
  }: RecordOptions,
): Promise<DecisionMade[]> => {
  // Disconnected since Xero was asked: its texts are cancelled, and none may follow. Once it is back it is asked again.
  if (!isOwn) throw new OrganisationUnavailable('needs-reconnect')
  const areAllPaid = found.every(({ invoice }) => isPaid(invoice))
  // Most often nothing changes before all of it is asked for, so that it goes along.
  const isPlain = areAllPaid && !reconsiders
  const [written, onRecord] = await Promise.all([
    upsertInvoices(
      trx,
      { ...organisation, foundBy },
      found.map(({ invoice }) => invoice),
    ),
    isPlain ? findOnRecord(trx, deps, organisation, found, now) : undefined,
  ])
  const news = found.filter(({ invoice }) => written.has(invoice.invoiceId))
  if (reconsiders)
    await takeBackPostponed(
      trx,
      deps,
      organisation,
      news.map(({ invoice }) => invoice),
    )
  const undone = news.filter(({ invoice }) => !isPaid(invoice))
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
  return decideInvoices(trx, deps, organisation, open, {
    business,
    foundBy,
    askedAt,
    now,
    wasPaidBeforeGoLive,
    reconsiders,
    onRecord,
    claimNow: isPlain ? claimNow : undefined,
  })
}

const isPaid = (invoice: XeroInvoice): boolean => invoice.status === 'PAID' && isPaidInMoney(invoice)

export type RecordOptions = {
  /** As it was read under the lock: whoever is erased meanwhile waits for this, or is known here to be erased. */
  basis: DecisionBasis
  foundBy: 'webhook' | 'sweep'
  /** A moment before Xero was asked, by the database's clock. */
  askedAt: Date
  now: Date
  wasPaidBeforeGoLive?: boolean
  reconsiders?: boolean
  /** Claims what is due, where this transaction has touched no text that was there before; else the sender is woken. */
  claimNow?: ClaimNow | undefined
}
