import { sql } from 'kysely'
import { asBusiness, type Db, type TenantTrx } from '../../database/database.ts'
import type { XeroInvoice } from '../../integrations/xero/xero-types.ts'
import { BATCH_SIZE, callsFor, fetchInvoices } from '../../invoices/fetch-invoices.ts'
import { upsertInvoices } from '../../invoices/invoice-queries.ts'
import { askXero, OrganisationUnavailable, type AskDeps } from '../../organisations/ask-xero.ts'
import {
  findOrganisation,
  isOwnOrganisation,
  type SyncedOrganisation,
} from '../../organisations/organisation-queries.ts'
import { MINUTE_MS } from '../../platform/dates.ts'
import { VendorFailure } from '../../platform/errors.ts'
import { isPassing } from '../../platform/postgres/work/inbox.ts'
import type { Aside } from '../../platform/postgres/work/lane.ts'
import { askOfDocuments } from '../../invoices/ask-of-documents.ts'
import { lookCloser } from '../../invoices/look-closer.ts'
import { cancelUnpaid } from '../deciding/cancel-unpaid.ts'
import type { DecideDeps } from '../deciding/decide-invoices.ts'
import { customerOf } from '../deciding/decide-in-turn.ts'
import { asDecider } from '../deciding/as-decider.ts'
import { lockDecisions } from '../deciding/decision-queries.ts'
import { renewCustomers, takeBackPostponed } from '../deciding/renew-customers.ts'
import { isPaidInMoney } from '../deciding/review-request-rules.ts'
import { cancelRequests, XERO_DISCONNECTED } from '../life/end-requests.ts'
import { postponeUnchecked } from '../life/postpone-requests.ts'
import type { TextDeps } from '../../texts/priced-text.ts'
import type { FindReviewed, WaitingReminder } from '../reminding/refuse-waiting.ts'
import type { ReminderRefusal } from '../reminding/reminder-rules.ts'
import { cancelEach } from './cancel-each.ts'
import { movedSince, staleRequests, type StaleRequest } from './claim-queries.ts'
import { coversOldest } from './covers-oldest.ts'
import { endUnwantedReminders } from './due-reminders.ts'

const LATER_MS = 5 * MINUTE_MS
/** Of one at which Xero fails alone: asked as often as the others, it would use up Xero's day. */
const MUCH_LATER_MS = 30 * MINUTE_MS

export type RecheckDeps = AskDeps &
  TextDeps &
  DecideDeps & { databaseNow: () => Promise<Date>; findReviewed: FindReviewed }

/**
 * Texts that waited are sent only if their invoice is still paid in Xero, and to its contact as that is now. Where Xero
 * cannot be asked they are postponed, never sent on an old answer. What is not looked at before this process stops
 * stays due.
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
    const organisation = await findOrganisation(deps.db, tenantId)
    const invoiceIds = [...new Set(asked.map(({ invoiceId }) => invoiceId))]
    // Another business may have connected it since: its access is not for these texts.
    if (organisation?.businessId !== businessId || organisation.state !== 'connected') {
      const until = new Date(now.getTime() + LATER_MS)
      await asBusiness(deps.db, businessId, (trx) => postpone(trx, businessId, asked, until))
      continue
    }
    const checked = await aside(() => whichArePaid(deps, organisation, invoiceIds))
    await endMovedReminders(deps, organisation, asked.filter(isReminder), checked)
    await recordChecked(deps, organisation, asked, checked, now)
  }
}

const isReminder = (request: StaleRequest): request is StaleRequest & WaitingReminder =>
  request.reminderOf !== null

/** As a disconnect does; texts whose outcome was unknown then, or that it did not see, come to this. */
const cancelDisconnected = (db: Db, businessId: string, tenantId: string): Promise<number> =>
  asBusiness(db, businessId, async (trx) => {
    await lockDecisions(trx, businessId)
    if (await isOwnOrganisation(trx, { businessId, tenantId })) return 0
    return cancelRequests(trx, businessId, XERO_DISCONNECTED, { tenantId })
  })

const postpone = async (
  trx: TenantTrx,
  businessId: string,
  requests: StaleRequest[],
  until: Date,
): Promise<void> => {
  if (requests.length === 0) return
  await postponeUnchecked(trx, { businessId, requestIds: requests.map(({ id }) => id), until })
}

/** Paid in money, with their contacts; not so; those of which Xero does not say it now, and of them who fails alone. */
type Checked = { paid: XeroInvoice[]; unpaid: XeroInvoice[]; unknown: Set<string>; alone: string[] }

/** A reminder goes to whoever had its first text, or to nobody: one whose customer has another number by now ends. */
const endMovedReminders = async (
  deps: RecheckDeps,
  { businessId, country }: SyncedOrganisation,
  reminders: StaleRequest[],
  { paid }: Checked,
): Promise<void> => {
  const numbers = new Map(
    paid.map((one) => [one.invoiceId, customerOf(one, country, deps).phoneHash?.toString('hex')]),
  )
  const moved = reminders
    .filter(({ invoiceId, hash }) => numbers.has(invoiceId) && numbers.get(invoiceId) !== hash)
    .map(({ id }) => ({ id, reason: 'other_number' satisfies ReminderRefusal }))
  if (moved.length === 0) return
  await asBusiness(deps.db, businessId, async (trx) => {
    await lockDecisions(trx, businessId)
    await cancelEach(trx, businessId, moved)
  })
}

/** Texts whose payment was undone are cancelled, and those that are still wanted go to the contact of now. */
const recordChecked = (
  deps: RecheckDeps,
  organisation: SyncedOrganisation,
  asked: StaleRequest[],
  checked: Checked,
  now: Date,
): Promise<void> =>
  asDecider(deps.db, organisation, async (trx, { business }) => {
    const { businessId, tenantId } = organisation
    const answered = [...checked.paid, ...checked.unpaid]
    const written = await upsertInvoices(trx, { businessId, tenantId, foundBy: 'sweep' }, answered)
    // Its contact was corrected after Xero was asked, so that this answer may have the old one: asked again at once.
    const moved = await movedSince(trx, businessId, asked)
    const still = asked.filter(({ id }) => !moved.has(id))
    const { known, soon, later } = byAnswer(still, checked, written)
    const ofKnown = new Set(known.map(({ invoiceId }) => invoiceId))
    const current = answered.filter(({ invoiceId }) => ofKnown.has(invoiceId))
    // With those that Xero does not have any more: they are cancelled below.
    const asAsked = still.map(({ invoiceId }) => invoiceId)
    await takeBackPostponed(trx, deps, organisation, current, asAsked)
    const stillPaid = checked.paid.filter(({ invoiceId }) => ofKnown.has(invoiceId))
    const paidIds = new Set(stillPaid.map(({ invoiceId }) => invoiceId))
    const reversed = [...ofKnown].filter((id) => !paidIds.has(id))
    await cancelUnpaid(trx, { businessId, tenantId, invoiceIds: reversed, now })
    await renewCustomers(trx, deps, organisation, stillPaid, { business, now })
    await postpone(trx, businessId, soon, new Date(now.getTime() + LATER_MS))
    await postpone(trx, businessId, later, new Date(now.getTime() + MUCH_LATER_MS))
    const paid = known.filter(({ invoiceId }) => paidIds.has(invoiceId))
    await sql`
      update review_requests set checked_at = ${now}
      where business_id = ${businessId} and id = any(${paid.map(({ id }) => id)}::uuid[])`.execute(trx)
  })

type ByAnswer = {
  known: StaleRequest[]
  /** Xero did not say it, or said it too late: asked again. */
  soon: StaleRequest[]
  /** Xero fails at these alone: asked again more rarely. */
  later: StaleRequest[]
}

/** `written`: the invoices of which this answer is the newest on record. An older one says nothing. */
const byAnswer = (
  requests: StaleRequest[],
  { paid, unpaid, unknown, alone }: Checked,
  written: ReadonlySet<string>,
): ByAnswer => {
  const ids = [...paid, ...unpaid].map(({ invoiceId }) => invoiceId)
  const late = new Set(ids.filter((id) => !written.has(id)))
  const isUnknown = ({ invoiceId }: StaleRequest) => unknown.has(invoiceId) || late.has(invoiceId)
  const isAlone = ({ invoiceId }: StaleRequest) => alone.includes(invoiceId)
  const waits = requests.filter(isUnknown)
  return {
    known: requests.filter((request) => !isUnknown(request)),
    soon: waits.filter((request) => !isAlone(request)),
    later: waits.filter(isAlone),
  }
}

/** Asks for the contacts as well, which a list of invoices leaves out: two calls at most for forty. */
const whichArePaid = async (
  deps: AskDeps,
  organisation: SyncedOrganisation,
  invoiceIds: string[],
): Promise<Checked> => {
  const nothing: Checked = { paid: [], unpaid: [], unknown: new Set(invoiceIds), alone: [] }
  try {
    const { unreadable, ...fetched } = await askXero(
      deps,
      organisation,
      { calls: callsFor(invoiceIds.length) },
      (session) =>
        askOfDocuments(deps, organisation, { session, ids: invoiceIds }, () =>
          fetchInvoices(deps.xero, session, invoiceIds),
        ),
    )
    const { invoices, isComplete } = await lookCloser(deps, organisation, fetched)
    // One without an id may be any of these.
    if (!isComplete || unreadable.some(({ id }) => !id)) return nothing
    const isPaid = (invoice: XeroInvoice) => invoice.status === 'PAID' && isPaidInMoney(invoice)
    const [paid, unpaid] = [invoices.filter(isPaid), invoices.filter((invoice) => !isPaid(invoice))]
    const without = paid.filter(({ contact }) => !contact).map(({ invoiceId }) => invoiceId)
    return {
      paid: paid.filter(({ contact }) => contact),
      unpaid,
      unknown: new Set([...unreadable.map(({ id }) => id!), ...without]),
      alone: [],
    }
  } catch (cause) {
    if (cause instanceof VendorFailure && !isPassing(cause))
      return invoiceIds.length > 1
        ? checkHalves(deps, organisation, invoiceIds)
        : { ...nothing, alone: invoiceIds }
    if (cause instanceof OrganisationUnavailable || cause instanceof VendorFailure) return nothing
    // Another holds the authorisation while it waits for Xero, or a key is missing: texts that need no recheck go on.
    if (isPassing(cause)) return nothing
    throw cause
  }
}

/** Xero refuses one of them, or its answer on one cannot be read: the others are not held up by it. */
const checkHalves = async (
  deps: AskDeps,
  organisation: SyncedOrganisation,
  invoiceIds: string[],
): Promise<Checked> => {
  const half = Math.ceil(invoiceIds.length / 2)
  const one = await whichArePaid(deps, organisation, invoiceIds.slice(0, half))
  const other = await whichArePaid(deps, organisation, invoiceIds.slice(half))
  return {
    paid: [...one.paid, ...other.paid],
    unpaid: [...one.unpaid, ...other.unpaid],
    unknown: new Set([...one.unknown, ...other.unknown]),
    alone: [...one.alone, ...other.alone],
  }
}
