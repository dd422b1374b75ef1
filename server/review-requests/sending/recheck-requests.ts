import { sql } from 'kysely'
import { asBusiness, type Db } from '../../database/database.ts'
import type { XeroInvoice } from '../../integrations/xero/xero-types.ts'
import { BATCH_SIZE } from '../../invoices/fetch-invoices.ts'
import { upsertInvoices } from '../../invoices/invoice-queries.ts'
import { askXero, OrganisationUnavailable, type AskDeps } from '../../organisations/ask-xero.ts'
import { findOrganisation, isOwnOrganisation } from '../../organisations/organisation-queries.ts'
import { MINUTE_MS } from '../../platform/dates.ts'
import { VendorFailure } from '../../platform/errors.ts'
import { isDatabaseAway } from '../../platform/postgres/connections/database-away.ts'
import { isPassing } from '../../platform/postgres/work/inbox.ts'
import type { Aside } from '../../platform/postgres/work/lane.ts'
import { lookCloser } from '../../invoices/look-closer.ts'
import { callOffUnpaid } from '../deciding/call-off-unpaid.ts'
import { lockDecisions } from '../deciding/decision-queries.ts'
import { isPaidInMoney } from '../deciding/review-request-rules.ts'
import { cancelRequests, XERO_DISCONNECTED } from '../life/end-requests.ts'
import { postponeUnchecked } from '../life/postpone-requests.ts'
import type { TextDeps } from '../../texts/priced-text.ts'
import type { FindReviewed, WaitingReminder } from '../reminding/refuse-waiting.ts'
import { staleRequests, type StaleRequest } from './claim-queries.ts'
import { coversOldest } from './covers-oldest.ts'
import { endUnwantedReminders } from './due-reminders.ts'

const LATER_MS = 5 * MINUTE_MS

export type RecheckDeps = AskDeps &
  TextDeps & { databaseNow: () => Promise<Date>; findReviewed: FindReviewed }

/**
 * Texts that waited are sent only if their invoice is still paid in Xero. Where Xero cannot be asked they are
 * postponed, never sent on an old answer. What is not looked at before this process stops stays due.
 */
export const recheckStaleRequests = async (
  deps: RecheckDeps,
  businessId: string,
  stopping: AbortSignal,
  aside: Aside,
): Promise<void> => {
  const hasFunds = await coversOldest(deps, businessId)
  // oxlint-disable-next-line no-unmodified-loop-condition -- the dispatcher aborts it
  while (!stopping.aborted) {
    const now = await deps.databaseNow()
    const stale = await staleRequests(deps.db, businessId, { now, most: BATCH_SIZE, hasFunds })
    const tenantId = stale[0]?.tenantId
    if (!tenantId) return
    if (!(await isOwnOrganisation(deps.db, { businessId, tenantId }))) {
      await aside(() => cancelDisconnected(deps.db, businessId, tenantId))
      continue
    }
    const here = stale.filter((request) => request.tenantId === tenantId)
    const ended = await aside(() => endUnwantedReminders(deps, businessId, here.filter(isReminder), now))
    const asked = here.filter(({ id }) => !ended.has(id))
    if (asked.length === 0) continue
    const invoiceIds = [...new Set(asked.map(({ invoiceId }) => invoiceId))]
    const { paid, unknown, unpaid } = await aside(() =>
      whichArePaid(deps, { businessId, tenantId }, invoiceIds),
    )
    const until = new Date(now.getTime() + LATER_MS)
    const idsWhere = (holds: (invoiceId: string) => boolean) =>
      asked.filter(({ invoiceId }) => holds(invoiceId)).map(({ id }) => id)
    await asBusiness(deps.db, businessId, async (trx) => {
      const isAnyUndone = invoiceIds.some((id) => !paid.has(id) && !unknown.has(id))
      if (isAnyUndone) await lockDecisions(trx, businessId)
      const written = await upsertInvoices(trx, { businessId, tenantId, foundBy: 'sweep' }, unpaid)
      // An answer that is older than the one on record says nothing: Xero is asked again later.
      for (const { invoiceId } of unpaid) if (!written.has(invoiceId)) unknown.add(invoiceId)
      const reversed = invoiceIds.filter((id) => !paid.has(id) && !unknown.has(id))
      await callOffUnpaid(trx, { businessId, tenantId, invoiceIds: reversed, now })
      const requestIds = idsWhere((id) => unknown.has(id))
      if (requestIds.length > 0) await postponeUnchecked(trx, { businessId, requestIds, until })
      await sql`
        update review_requests set checked_at = ${now}
        where business_id = ${businessId} and id = any(${idsWhere((id) => paid.has(id))}::uuid[])`.execute(
        trx,
      )
    })
  }
}

const isReminder = (request: StaleRequest): request is StaleRequest & WaitingReminder =>
  request.reminderOf !== null

type Where = { businessId: string; tenantId: string }

/** As a disconnect does; texts whose outcome was unknown then, or that it did not see, come to this. */
const cancelDisconnected = (db: Db, businessId: string, tenantId: string): Promise<number> =>
  asBusiness(db, businessId, async (trx) => {
    await lockDecisions(trx, businessId)
    if (await isOwnOrganisation(trx, { businessId, tenantId })) return 0
    return cancelRequests(trx, businessId, XERO_DISCONNECTED, { tenantId })
  })

type Checked = { paid: Set<string>; unknown: Set<string>; unpaid: XeroInvoice[] }

/** The invoices among these that are paid in money, and those of which Xero does not say so or otherwise now. */
const whichArePaid = async (deps: AskDeps, where: Where, invoiceIds: string[]): Promise<Checked> => {
  const nothing: Checked = { paid: new Set(), unknown: new Set(invoiceIds), unpaid: [] }
  const organisation = await findOrganisation(deps.db, where.tenantId)
  // Another business may have connected it since: its access is not for these texts.
  if (organisation?.businessId !== where.businessId || organisation.state !== 'connected') return nothing
  try {
    const { body, limits } = await askXero(deps, organisation, { calls: 1 }, (session) =>
      deps.xero.invoices(session, invoiceIds),
    )
    const { invoices, isComplete } = await lookCloser(deps, organisation, {
      invoices: body.items,
      limits,
      areWhole: false,
    })
    // One without an id may be any of these.
    if (!isComplete || body.unreadable.some(({ id }) => !id)) return nothing
    const isPaid = (invoice: XeroInvoice) => invoice.status === 'PAID' && isPaidInMoney(invoice)
    const paid = invoices.filter(isPaid)
    return {
      paid: new Set(paid.map(({ invoiceId }) => invoiceId)),
      unknown: new Set(body.unreadable.map(({ id }) => id!)),
      unpaid: invoices.filter((invoice) => !isPaid(invoice)),
    }
  } catch (cause) {
    if (cause instanceof VendorFailure && !isPassing(cause) && invoiceIds.length > 1)
      return checkHalves(deps, where, invoiceIds)
    if (cause instanceof OrganisationUnavailable || cause instanceof VendorFailure) return nothing
    // Another holds the authorisation while it waits for Xero: texts that need no recheck do not wait for that.
    if (isDatabaseAway(cause)) return nothing
    throw cause
  }
}

/** Xero refuses one of them, or its answer on one cannot be read: the others are not held up by it. */
const checkHalves = async (deps: AskDeps, where: Where, invoiceIds: string[]): Promise<Checked> => {
  const half = Math.ceil(invoiceIds.length / 2)
  const one = await whichArePaid(deps, where, invoiceIds.slice(0, half))
  const other = await whichArePaid(deps, where, invoiceIds.slice(half))
  return {
    paid: new Set([...one.paid, ...other.paid]),
    unknown: new Set([...one.unknown, ...other.unknown]),
    unpaid: [...one.unpaid, ...other.unpaid],
  }
}
