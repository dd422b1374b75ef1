import { askXero, type AskDeps } from '../../organisations/ask-xero.ts'
import type { UnreadableDocument } from '../../integrations/xero/xero-types.ts'
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

type Reconsidered = { made: DecisionMade[]; unreadable: UnreadableDocument[] }

type Why = { correlationOf: (invoiceId: string) => string; events: EventKey[] }

/**
 * Reads invoices (at most 40) and their contacts from Xero again. Decides anew those skipped for their contact, and
 * notes which texts bounced at a number that it has no more. Returns those that cannot be read, which keep no other;
 * the events wait for them. Throws OrganisationUnavailable while Xero is away.
 */
export const reconsiderInvoices = async (
  deps: ReconsiderDeps,
  organisation: SyncedOrganisation,
  invoiceIds: string[],
  { correlationOf, events }: Why,
): Promise<Reconsidered> => {
  const { businessId, tenantId } = organisation
  const askedAt = await deps.databaseNow()
  const fetched = await askXero(deps, organisation, { calls: callsFor(invoiceIds.length) }, (session) =>
    askOfDocuments(deps, organisation, { session, ids: invoiceIds }, () =>
      fetchInvoices(deps.xero, session, invoiceIds),
    ),
  )
  const { invoices, limits, isComplete } = await lookCloser(deps, organisation, fetched)
  const { unreadable } = fetched
  const now = await deps.databaseNow()
  const made = await asDecider(deps.db, organisation, async (trx, basis) => {
    const found = invoices.map((invoice) => ({
      invoice,
      correlationId: correlationOf(invoice.invoiceId),
    }))
    const options = { basis, foundBy: 'webhook' as const, askedAt, now, reconsiders: true }
    const decisions = await recordInvoices(trx, deps, organisation, found, options)
    await recordMended(trx, organisation, invoices, now)
    if (isComplete && unreadable.length === 0) markHandled(trx, businessId, events, now)
    await recordXeroAnswer(trx, tenantId, { limits, now })
    return decisions
  })
  deps.recordDecisions(made, 'webhook')
  return { made, unreadable }
}

/** The same, for those who need each of them: throws where one cannot be read, after the others are decided. */
export const reconsiderAll = async (...asked: Parameters<typeof reconsiderInvoices>): Promise<void> => {
  const [first] = (await reconsiderInvoices(...asked)).unreadable
  if (first) throw first.cause
}
