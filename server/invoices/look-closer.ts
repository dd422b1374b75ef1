import type { XeroInvoice, XeroLimits } from '../integrations/xero/xero-types.ts'
import { askXero, OrganisationUnavailable, type AskDeps } from '../organisations/ask-xero.ts'
import { keepsDayReserve, type SyncedOrganisation } from '../organisations/organisation-queries.ts'
import { askOfDocuments } from './ask-of-documents.ts'
import type { FetchedInvoices } from './fetch-invoices.ts'

export type LookedAt = { invoices: XeroInvoice[]; limits: XeroLimits | undefined; isComplete: boolean }

/**
 * Xero counts a prepayment like a credit note, and only an answer on a single invoice distinguishes them: invoices for
 * which a list leaves it open are fetched one by one. Where Xero's minute runs out, the rest is left for another time;
 * with `leavesReserve` also where its day comes to the calls that are kept for webhooks.
 */
export const lookCloser = async (
  deps: AskDeps,
  organisation: SyncedOrganisation,
  fetched: FetchedInvoices,
  { leavesReserve = false } = {},
): Promise<LookedAt> => {
  if (fetched.areWhole) return { ...fetched, isComplete: true }
  const invoices = fetched.invoices.filter((invoice) => !isUnclear(invoice))
  let { limits } = fetched
  for (const { invoiceId } of fetched.invoices.filter(isUnclear)) {
    if (leavesReserve && !keepsDayReserve(limits?.dayRemaining))
      return { invoices, limits, isComplete: false }
    try {
      const answer = await askXero(deps, organisation, { calls: 1 }, (session) =>
        askOfDocuments(deps, organisation, { session, ids: [invoiceId] }, () =>
          deps.xero.invoice(session, invoiceId),
        ),
      )
      if (answer.body) invoices.push(answer.body)
      limits = answer.limits
    } catch (cause) {
      if (!(cause instanceof OrganisationUnavailable && cause.why === 'no-calls-left')) throw cause
      return { invoices, limits, isComplete: false }
    }
  }
  return { invoices, limits, isComplete: true }
}

/** Settled by credit: of a credit note, or of a prepayment, which is money. */
export const isUnclear = ({
  type,
  status,
  total,
  amountPaid,
  amountCredited,
  hasPrepaidMoney,
}: XeroInvoice): boolean =>
  type === 'ACCREC' &&
  status === 'PAID' &&
  total > 0 &&
  amountPaid <= 0 &&
  amountCredited > 0 &&
  !hasPrepaidMoney
