import type { XeroInvoice } from '../../integrations/xero/xero-types.ts'
import { OrganisationUnavailable } from '../../organisations/ask-xero.ts'
import type { SyncedOrganisation } from '../../organisations/organisation-queries.ts'
import { cancelUnpaid } from '../../review-requests/deciding/cancel-unpaid.ts'
import { NO_LONGER_PAID } from '../../review-requests/life/end-requests.ts'
import {
  decideInvoices,
  findOnRecord,
  type ClaimDecided,
  type DecideDeps,
  type DecisionMade,
  type Known,
} from '../../review-requests/deciding/decide-invoices.ts'
import { isPaidInMoney } from '../../review-requests/deciding/review-request-rules.ts'
import { findBasis, type DecidingTrx, type DecisionBasis } from '../../review-requests/deciding/as-decider.ts'
import { renewCustomers, takeBackPostponed } from '../../review-requests/deciding/renew-customers.ts'
import { cancelMailsAbout } from '../../review-requests/reminding/mails/end-mails.ts'
import type { ClaimNow } from '../../review-requests/sending/send-at-once.ts'
import { invoicesUpserted, upsertInvoices } from '../../invoices/invoice-queries.ts'
import { unread } from '../../platform/postgres/connections/one-connection.ts'
import type { TenantTrx } from '../../database/database.ts'

export type FoundInvoice = { invoice: XeroInvoice; correlationId: string }

/** Read under the lock on decisions; all but the basis only where what is found is all paid in money. */
export type ReadFirst = {
  /** Whoever is erased meanwhile waits for this transaction, or is known here to be erased. */
  basis: DecisionBasis
  onRecord?: Known | undefined
  /** Claims what is due, all or none: then nothing is left to the sender. */
  claimDecided?: ClaimDecided | undefined
}

/**
 * Reads what decides these invoices at the beginning of the transaction that records them. Where the payment of one was
 * undone, that changes what is on record before it is decided: then only the basis is read here.
 */
export const readFirst = async (
  trx: TenantTrx,
  deps: DecideDeps,
  organisation: SyncedOrganisation,
  found: FoundInvoice[],
  { now, claimNow }: { now: Date; claimNow?: ClaimNow | undefined },
): Promise<ReadFirst> => {
  if (!found.every(({ invoice }) => isPaid(invoice))) return { basis: await findBasis(trx, organisation) }
  if (!claimNow) {
    const [basis, onRecord] = await Promise.all([
      findBasis(trx, organisation),
      findOnRecord(trx, deps, organisation, found, now),
    ])
    return { basis, onRecord }
  }
  const [, onRecord, basis] = await Promise.all([
    claimNow.lockFunds(trx),
    findOnRecord(trx, deps, organisation, found, now),
    findBasis(trx, organisation, claimNow.facts(found.length)),
  ])
  const claimDecided: ClaimDecided = (decided) =>
    claimNow.claim(trx as DecidingTrx, basis.business, { organisation, ...decided })
  return { basis, onRecord, claimDecided }
}

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
    onRecord,
    claimDecided,
  }: RecordOptions,
): Promise<DecisionMade[]> => {
  // Disconnected since Xero was asked: its texts are cancelled, and none may follow. Once it is back it is asked again.
  if (!isOwn) throw new OrganisationUnavailable('needs-reconnect')
  const from = { ...organisation, foundBy }
  const news = onRecord ? upsertKnown(trx, from, found, onRecord) : await upsertFound(trx, from, found)
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
    await cancelUnpaid(trx, { businessId, ...about, now })
    await cancelMailsAbout(trx, businessId, about, NO_LONGER_PAID)
  }
  const paid = news.filter(({ invoice }) => invoice.status === 'PAID')
  const read = reconsiders ? paid.map(({ invoice }) => invoice) : []
  const ended = await renewCustomers(trx, deps, organisation, read, { business, askedAt, now })
  const open = paid.filter(({ invoice }) => !ended.has(invoice.invoiceId))
  return decideInvoices(trx, deps, organisation, open, {
    business,
    foundBy,
    askedAt,
    now,
    wasPaidBeforeGoLive,
    reconsiders,
    onRecord,
    claimDecided,
  })
}

type From = SyncedOrganisation & { foundBy: 'webhook' | 'sweep' }

/** Returns those of which no newer answer is on record. */
const upsertFound = async (trx: DecidingTrx, from: From, found: FoundInvoice[]): Promise<FoundInvoice[]> => {
  const written = await upsertInvoices(
    trx,
    from,
    found.map(({ invoice }) => invoice),
  )
  return found.filter(({ invoice }) => written.has(invoice.invoiceId))
}

/** The same, where what is on record was read under the lock: the answer is not waited for. */
const upsertKnown = (
  trx: DecidingTrx,
  from: From,
  found: FoundInvoice[],
  { updatedAt }: Known,
): FoundInvoice[] => {
  const invoices = found.map(({ invoice }) => invoice)
  if (invoices.length > 0) unread(trx, invoicesUpserted(from, invoices))
  return found.filter(({ invoice }) => {
    const recorded = updatedAt.get(invoice.invoiceId)
    return !recorded || recorded <= invoice.updatedAt
  })
}

const isPaid = (invoice: XeroInvoice): boolean => invoice.status === 'PAID' && isPaidInMoney(invoice)

export type RecordOptions = ReadFirst & {
  foundBy: 'webhook' | 'sweep'
  /** A moment before Xero was asked, by the database's clock. */
  askedAt: Date
  now: Date
  wasPaidBeforeGoLive?: boolean
  /** Then all but the basis is read later. */
  reconsiders?: boolean
}
