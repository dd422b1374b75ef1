import type { XeroInvoice, XeroLimits } from '../integrations/xero/xero-types.ts'
import { callXero, type SessionDeps } from '../organisations/call-xero.ts'
import type { SyncedOrganisation } from '../organisations/organisation-queries.ts'
import { takeXeroCalls } from '../organisations/take-calls.ts'
import type { FetchedInvoices } from './fetch-invoices.ts'

export type LookedAt = { invoices: XeroInvoice[]; limits: XeroLimits | undefined; isComplete: boolean }

/**
 * Xero counts a prepayment like a credit note, and only a single answer tells them apart: those that a list leaves in
 * doubt are asked for one by one. Where Xero's minute runs out on the way they are left out, for another time.
 */
export const lookCloser = async (
  deps: SessionDeps & { clock: () => Date },
  organisation: SyncedOrganisation,
  fetched: FetchedInvoices,
): Promise<LookedAt> => {
  if (fetched.areWhole) return { ...fetched, isComplete: true }
  const invoices = fetched.invoices.filter((invoice) => !isUnclear(invoice))
  let { limits } = fetched
  for (const { invoiceId } of fetched.invoices.filter(isUnclear)) {
    const now = deps.clock()
    const calls = { wanted: 1, needed: 1, now }
    const { granted } = await takeXeroCalls(deps.db, organisation.tenantId, calls)
    if (granted === 0) return { invoices, limits, isComplete: false }
    const answer = await callXero(deps, organisation, now, (session) => deps.xero.invoice(session, invoiceId))
    if (answer.body) invoices.push(answer.body)
    limits = answer.limits
  }
  return { invoices, limits, isComplete: true }
}

const isUnclear = ({
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
