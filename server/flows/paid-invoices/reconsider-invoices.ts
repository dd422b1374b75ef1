import { askXero, type AskDeps } from '../../organisations/ask-xero.ts'
import { recordXeroAnswer, type SyncedOrganisation } from '../../organisations/organisation-queries.ts'
import type { Log } from '../../platform/process/log.ts'
import type { DecideDeps, DecisionMade } from '../../review-requests/deciding/decide-invoices.ts'
import { callsFor, fetchInvoices } from '../../invoices/fetch-invoices.ts'
import { markHandled, type EventKey } from '../../invoices/invoice-queries.ts'
import { askOfDocuments } from '../../invoices/ask-of-documents.ts'
import { lookCloser } from '../../invoices/look-closer.ts'
import { recordMended } from '../../review-requests/timeline/mending/mending-queries.ts'
import { asDecider } from '../../review-requests/deciding/as-decider.ts'
import { recordInvoices } from './record-invoices.ts'

export type ReconsiderDeps = AskDeps &
  DecideDeps & {
    log: Log
    databaseNow: () => Promise<Date>
    recordDecisions: (made: DecisionMade[], foundBy: 'webhook' | 'sweep') => void
  }

type Why = { correlationOf: (invoiceId: string) => string; events: EventKey[] }

/**
 * Reads invoices (at most 40) and their contacts from Xero again. Decides anew those skipped for their contact, and
 * notes which texts bounced at a number that it has no more. Throws OrganisationUnavailable while Xero is away.
 */
export const reconsiderInvoices = async (
  deps: ReconsiderDeps,
  organisation: SyncedOrganisation,
  invoiceIds: string[],
  { correlationOf, events }: Why,
): Promise<DecisionMade[]> => {
  const { businessId, tenantId } = organisation
  const askedAt = await deps.databaseNow()
  const fetched = await askXero(deps, organisation, { calls: callsFor(invoiceIds.length) }, (session) =>
    askOfDocuments(deps, organisation, { session, ids: invoiceIds }, () =>
      fetchInvoices(deps.xero, session, invoiceIds),
    ),
  )
  const { invoices, limits, isComplete } = await lookCloser(deps, organisation, fetched)
  const [unreadable] = fetched.unreadable
  const now = await deps.databaseNow()
  const made = await asDecider(deps.db, organisation, async (trx, basis) => {
    const found = invoices.map((invoice) => ({
      invoice,
      correlationId: correlationOf(invoice.invoiceId),
    }))
    const options = { basis, foundBy: 'webhook' as const, askedAt, now, reconsiders: true }
    const decisions = await recordInvoices(trx, deps, organisation, found, options)
    await recordMended(trx, organisation, invoices, now)
    if (isComplete && !unreadable) markHandled(trx, businessId, events, now)
    await recordXeroAnswer(trx, tenantId, { limits, now })
    return decisions
  })
  deps.recordDecisions(made, 'webhook')
  if (unreadable) throw unreadable.cause
  return made
}
