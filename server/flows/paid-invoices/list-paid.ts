import type { XeroInvoice } from '../../integrations/xero/xero-types.ts'
import { callXero, OrganisationUnavailable, type SessionDeps } from '../../organisations/call-xero.ts'
import type { SyncedOrganisation } from '../../organisations/organisation-queries.ts'
import { takeXeroCalls } from '../../organisations/take-calls.ts'
import { VendorFailure } from '../../platform/errors.ts'

export type PaidListing = {
  invoices: XeroInvoice[]
  extent: 'all' | 'some' | 'none'
  /** Why it is not all. */
  why?: string
}

const PAGE_SIZE = 1000
const BURST = 20

/**
 * Everything that Xero lists as paid and changed since then, as far as its limits let us without getting in the way of
 * the work itself. Reads only: whatever cannot be asked is said in `why`.
 */
export const listPaid = async (
  deps: SessionDeps & { clock: () => Date },
  organisation: SyncedOrganisation,
  since: Date,
): Promise<PaidListing> => {
  const found = new Map<string, XeroInvoice>()
  const listing = (extent: PaidListing['extent'], why?: string): PaidListing => ({
    invoices: [...found.values()].filter(({ updatedAt }) => updatedAt >= since),
    extent: extent === 'some' && found.size === 0 ? 'none' : extent,
    ...(why ? { why } : {}),
  })
  if (organisation.authorisationState === 'needs_reconnect')
    return listing('none', 'the owner must connect Xero again')

  for (let page = 1, pageCount = 1; page <= pageCount; page += 1) {
    try {
      const calls = { wanted: 1, needed: 1, burst: BURST, now: deps.clock() }
      const { granted } = await takeXeroCalls(deps.db, organisation.tenantId, calls)
      if (granted === 0) return listing('some', 'Xero’s limit of calls is reached, try again in a minute')
      const { body } = await callXero(deps, organisation, deps.clock(), (session) =>
        deps.xero.paidInvoices(session, { modifiedSince: since, page, pageSize: PAGE_SIZE }),
      )
      pageCount = body.pageCount
      const before = found.size
      for (const invoice of body.items) found.set(invoice.invoiceId, invoice)
      // A page that tells nothing new is the end, whatever its count of pages says.
      if (found.size === before) break
    } catch (cause) {
      const why = whyNot(cause)
      if (!why) throw cause
      return listing('some', why)
    }
  }
  return listing('all')
}

const whyNot = (cause: unknown): string | undefined => {
  if (cause instanceof VendorFailure) return `Xero refuses to list them (${cause.code})`
  if (!(cause instanceof OrganisationUnavailable)) return undefined
  if (cause.why === 'paused') return 'Xero does not let us in'
  return cause.why === 'needs_reconnect' ? 'the owner must connect Xero again' : 'Xero does not answer now'
}
