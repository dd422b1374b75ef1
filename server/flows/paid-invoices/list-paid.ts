import type { UnreadableDocument, XeroInvoice } from '../../integrations/xero/xero-types.ts'
import { askXero, OrganisationUnavailable, type AskDeps } from '../../organisations/ask-xero.ts'
import type { SyncedOrganisation } from '../../organisations/organisation-queries.ts'
import { VendorFailure } from '../../platform/errors.ts'

export type PaidListing = {
  invoices: XeroInvoice[]
  /** What Xero lists and we cannot read. */
  unreadable: UnreadableDocument[]
  extent: 'all' | 'some' | 'none'
  /** Why it is not all. */
  why?: string
}

const PAGE_SIZE = 1000
const BURST = 20

/**
 * Everything that Xero lists as paid and changed since then, as far as its limits allow beside the sync. Reads only;
 * `why` says what could not be asked.
 */
export const listPaid = async (
  deps: AskDeps,
  organisation: SyncedOrganisation,
  since: Date,
): Promise<PaidListing> => {
  const found = new Map<string, XeroInvoice>()
  const unreadable = new Map<string, UnreadableDocument>()
  const listing = (extent: PaidListing['extent'], why?: string): PaidListing => ({
    invoices: [...found.values()].filter(({ updatedAt }) => updatedAt >= since),
    unreadable: [...unreadable.values()],
    extent: extent === 'some' && found.size === 0 ? 'none' : extent,
    ...(why ? { why } : {}),
  })
  if (organisation.authorisationState === 'needs_reconnect')
    return listing('none', WHY_NOT['needs-reconnect'])

  for (let page = 1, pageCount = 1; page <= pageCount; page += 1) {
    try {
      const { body } = await askXero(deps, organisation, { calls: 1, burst: BURST }, (session) =>
        deps.xero.paidInvoices(session, { modifiedSince: since, page, pageSize: PAGE_SIZE }),
      )
      pageCount = body.pageCount
      const before = found.size + unreadable.size
      for (const invoice of body.items) found.set(invoice.invoiceId, invoice)
      for (const [at, document] of body.unreadable.entries())
        unreadable.set(document.id ?? `${page}:${at}`, document)
      // A page without anything new is the last, whatever its count of pages is.
      if (found.size + unreadable.size === before) break
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
  return cause instanceof OrganisationUnavailable ? WHY_NOT[cause.why] : undefined
}

const WHY_NOT: Record<OrganisationUnavailable['why'], string> = {
  'no-calls-left': 'Xero’s limit of calls is reached, try again in a minute',
  paused: 'Xero does not let us in',
  'needs-reconnect': 'the owner must connect Xero again',
  'not-answering': 'Xero does not answer now',
  'app-refused': 'Xero refuses our app: check XERO_CLIENT_ID and XERO_CLIENT_SECRET',
}
