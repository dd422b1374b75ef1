import { sql } from 'kysely'
import type { UnreadableDocument, XeroInvoice } from '../../integrations/xero/xero-types.ts'
import { insertMissing } from '../../invoices/invoice-queries.ts'
import { askXero } from '../../organisations/ask-xero.ts'
import { findOrganisation, type SyncedOrganisation } from '../../organisations/organisation-queries.ts'
import { DAY_MS } from '../../platform/dates.ts'
import { nextPage, type PageAsked } from '../../invoices/next-page.ts'
import { asDecider } from '../../review-requests/deciding/as-decider.ts'
import { decideInvoices } from '../../review-requests/deciding/decide-invoices.ts'
import { recordInvoices } from './record-invoices.ts'
import type { SweepDeps } from './sweep-organisation.ts'

/** Payments may carry a date weeks ahead of the day they are entered on; dates further ahead are not expected. */
const LOOK_BACK_MS = 31 * DAY_MS
const PAGE_SIZE = 1000

/**
 * Takes an organisation live: what is paid in Xero now is put on record as paid before, also what cannot be read, so
 * that a later edit of such an invoice sends no text; from then on new payments count. Done once; a later call changes
 * nothing. One that was disconnected meanwhile goes live when it is connected again.
 */
export const goLive = async (deps: SweepDeps, tenantId: string): Promise<void> => {
  const organisation = await findOrganisation(deps.db, tenantId)
  if (!organisation || organisation.liveSince) return
  const began = await deps.databaseNow()
  let ask: PageAsked | undefined = { since: new Date(began.getTime() - LOOK_BACK_MS), page: 1 }
  while (ask) ask = await recordPage(deps, organisation, ask)
  await sql`
    update organisations set live_since = ${deps.sqlNow()}, sweep_cursor = ${began}, swept_at = ${began}
    where business_id = ${organisation.businessId} and tenant_id = ${tenantId} and live_since is null
      and state <> 'disconnected'`.execute(deps.db)
}

/** The next page, if there is one. Throws to be tried again when Xero cannot be asked now. */
const recordPage = async (
  deps: SweepDeps,
  organisation: SyncedOrganisation,
  ask: PageAsked,
): Promise<PageAsked | undefined> => {
  const askedAt = await deps.databaseNow()
  const { body } = await askXero(deps, organisation, { calls: 1 }, (session) =>
    deps.xero.paidInvoices(session, { modifiedSince: ask.since, page: ask.page, pageSize: PAGE_SIZE }),
  )
  const now = await deps.databaseNow()
  const unread = unreadOf(body.unreadable, ask.since)
  await asDecider(deps.db, organisation, async (trx, basis) => {
    const options = { foundBy: 'sweep' as const, askedAt, now, wasPaidBeforeGoLive: true }
    await recordInvoices(trx, deps, organisation, body.items.map(toFound), { ...options, basis })
    if (unread.length === 0) return
    await insertMissing(trx, { ...organisation, ...options }, unread.map(ofUnknownType))
    const { business } = basis
    await decideInvoices(trx, deps, organisation, unread.map(toFound), { ...options, business })
  })
  logUnread(deps, organisation, body.unreadable)
  return nextPage(ask, body)
}

const toFound = (invoice: XeroInvoice) => ({ invoice, correlationId: `go-live:${invoice.invoiceId}` })

/** That they are paid is all that is known of them; of one without an id not even which it is: it is logged only. */
const unreadOf = (unreadable: UnreadableDocument[], changedAfter: Date): XeroInvoice[] =>
  unreadable.flatMap(({ id }) => (id ? [{ ...UNREAD, invoiceId: id, updatedAt: changedAfter }] : []))

/** They are decided like the sales that they may be, and are on record as what they are known to be. */
const ofUnknownType = (invoice: XeroInvoice): XeroInvoice => ({ ...invoice, type: 'UNREAD' })

const logUnread = (
  { log }: SweepDeps,
  { tenantId }: SyncedOrganisation,
  unreadable: UnreadableDocument[],
): void => {
  const [first] = unreadable
  if (!first) return
  const counts = { documents: unreadable.length, nameless: unreadable.filter(({ id }) => !id).length }
  log.error({ err: first.cause, tenantId, ...counts }, 'an organisation goes live with what cannot be read')
}

const UNREAD = {
  type: 'ACCREC',
  status: 'PAID',
  total: 0,
  amountDue: 0,
  amountPaid: 0,
  amountCredited: 0,
  hasPrepaidMoney: false,
  trackingIds: [],
  number: undefined,
  reference: undefined,
  currency: undefined,
  paidOn: undefined,
  contactId: undefined,
  contactName: undefined,
  contact: undefined,
}
