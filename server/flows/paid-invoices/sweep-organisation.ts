import { sql } from 'kysely'
import type { TenantTrx } from '../../database/database.ts'
import type { UnreadableDocument, XeroInvoice, XeroLimits } from '../../integrations/xero/xero-types.ts'
import { askXero, OrganisationUnavailable, passesByItself } from '../../organisations/ask-xero.ts'
import {
  findOrganisation,
  isDayUsedUp,
  keepsDayReserve,
  recordXeroAnswer,
  type SyncedOrganisation,
} from '../../organisations/organisation-queries.ts'
import { readFactsAgain } from '../../organisations/read-facts-again.ts'
import type { Lease, Leases } from '../../platform/postgres/work/leases.ts'
import { MINUTE_MS } from '../../platform/dates.ts'
import { askOfDocuments } from '../../invoices/ask-of-documents.ts'
import { BATCH_SIZE, inBatches, withContacts } from '../../invoices/fetch-invoices.ts'
import { asDeciderWith } from '../../review-requests/deciding/as-decider.ts'
import { decidedInvoices, type SeenInvoice } from '../../review-requests/deciding/decision-queries.ts'
import { invoicesInInbox, putInInbox, settlePayments } from '../../invoices/invoice-queries.ts'
import { lookCloser } from '../../invoices/look-closer.ts'
import { createContactReader, type ContactReader } from '../../invoices/contact-reader.ts'
import { nextPage, type PageAsked } from '../../invoices/next-page.ts'
import { readFirst, recordInvoices } from './record-invoices.ts'
import type { ReconsiderDeps } from './reconsider-invoices.ts'
import { throwIfPassing } from './postpone-events.ts'

export type SweepDeps = ReconsiderDeps & { leases: Leases }

const OVERLAP_MS = 5 * MINUTE_MS
const PAGE_SIZE = 1000

export type SweepResult = {
  /** Invoices that Xero listed, also those that cannot be read. */
  seen: number
  /** Those of them that only the sweep found. */
  missed: number
  isComplete: boolean
  isDayUsedUp: boolean
  /** Another process has it in hand, or had when it died, or this one has to end: it is to be made again soon. */
  isCutShort: boolean
}

/** Who is said to have found what it finds. */
type Finder = { foundBy: 'webhook' | 'sweep'; correlationId?: string }

/** `mayAsk`: before each call. */
type Sweep = Pick<Lease, 'stillHeld'> & Finder & { mayAsk: () => boolean }

/**
 * Asks Xero for everything that was paid since the last complete sweep, and decides what no webhook reported. The
 * cursor moves only when every page is committed: not when Xero cannot be asked to the end, its day comes to the calls
 * that are kept for webhooks, or this process stops.
 */
export const sweepOrganisation = async (
  deps: SweepDeps,
  tenantId: string,
  stopping?: AbortSignal,
  finder: Finder = { foundBy: 'sweep' },
): Promise<SweepResult> => {
  const result = { seen: 0, missed: 0, isComplete: false, isDayUsedUp: false, isCutShort: true }
  await deps.leases.alone(sweepLease(tenantId), async (lease) => {
    result.isCutShort = false
    const organisation = await findOrganisation(deps.db, tenantId)
    if (
      !organisation?.liveSince ||
      !organisation.mayDecide ||
      organisation.authorisationState === 'needs_reconnect'
    )
      return
    result.isDayUsedUp = isDayUsedUp(organisation, await deps.databaseNow())
    if (result.isDayUsedUp) return
    try {
      const mayAsk = () => lease.isHeld() && !stopping?.aborted && !result.isDayUsedUp
      await sweepPages(deps, organisation, { stillHeld: lease.stillHeld, mayAsk, ...finder }, result)
      result.isCutShort = !result.isComplete && !result.isDayUsedUp
      if (result.isComplete && mayAsk()) await readFactsAgain(deps, organisation)
    } catch (cause) {
      if (!passesByItself(cause)) throw cause
    }
  })
  return result
}

/** The name under which one process sweeps; the door of webhooks and the step `cursors` after a restore know it too. */
export const sweepLease = (tenantId: string): string => `sweep:${tenantId}`

const sweepPages = async (
  deps: SweepDeps,
  organisation: SyncedOrganisation,
  sweep: Sweep,
  result: SweepResult,
): Promise<void> => {
  const cursor = organisation.sweepCursor ?? organisation.liveSince!
  const began = await deps.databaseNow()
  let newest = cursor
  const contactReader = createContactReader(deps.xero)
  let ask: PageAsked | undefined = { since: new Date(cursor.getTime() - OVERLAP_MS), page: 1 }
  while (ask) {
    if (!sweep.mayAsk()) return
    const { since, page } = ask
    const askedAt = await deps.databaseNow()
    const answer = await askXero(deps, organisation, { calls: 1 }, (session) =>
      deps.xero.paidInvoices(session, { modifiedSince: since, page, pageSize: PAGE_SIZE }),
    )
    await recordXeroAnswer(deps.db, organisation.tenantId, {
      limits: answer.limits,
      now: deps.sqlNow(),
    })
    result.isDayUsedUp = !keepsDayReserve(answer.limits.dayRemaining)
    ask = nextPage(ask, answer.body)
    result.seen += answer.body.items.length + answer.body.unreadable.length
    for (const { updatedAt } of answer.body.items) if (updatedAt > newest) newest = updatedAt
    if (!(await recordUndecided(deps, organisation, { ...answer, askedAt, contactReader }, sweep, result)))
      return
    await putAside(deps, organisation, answer.body.unreadable)
  }
  result.isComplete = await moveCursor(deps, organisation.tenantId, newest, sweep)
  if (result.isComplete) await settlePayments(deps.db, organisation, { before: began, now: deps.sqlNow() })
}

/** With the moment at which Xero was asked, and by which the contacts of its invoices are. */
type Answered = { askedAt: Date; contactReader: ContactReader }

/** What webhooks reported is left to the sync, and was not missed. False where it ended before the last of them. */
const recordUndecided = async (
  deps: SweepDeps,
  organisation: SyncedOrganisation,
  { body, ...answered }: Answered & { body: { items: XeroInvoice[] } },
  { mayAsk, ...finder }: Sweep,
  result: SweepResult,
): Promise<boolean> => {
  const known = await knownAmong(deps, organisation, body.items)
  const undecided = body.items.filter(({ invoiceId }) => !known.has(invoiceId))
  for (const batch of inBatches(undecided, BATCH_SIZE)) {
    if (!mayAsk()) return false
    try {
      const { decided, limits } = await recordBatch(deps, organisation, batch, { ...answered, ...finder })
      result.missed += decided
      result.isDayUsedUp = !keepsDayReserve(limits?.dayRemaining)
    } catch (cause) {
      throwIfPassing(cause)
      deps.log.error(
        { err: cause, tenantId: organisation.tenantId },
        'invoices of a sweep could not be recorded',
      )
      const ids = batch.map(({ invoiceId }) => invoiceId)
      await putInInbox(deps.db, organisation, ids, { now: deps.sqlNow(), cause })
    }
  }
  return true
}

/** Decided, or left to the sync. */
const knownAmong = async (
  { db, sqlNow }: SweepDeps,
  organisation: SyncedOrganisation,
  seen: SeenInvoice[],
): Promise<Set<string>> => {
  const ids = seen.map(({ invoiceId }) => invoiceId)
  const decided = await decidedInvoices(db, organisation, seen, sqlNow())
  const inInbox = await invoicesInInbox(db, organisation, ids)
  return new Set(ids.filter((id) => decided.has(id) || inInbox.has(id)))
}

/** Left to the sync, which asks for each alone; one without an id can only be logged. */
const putAside = async (
  deps: SweepDeps,
  organisation: SyncedOrganisation,
  unreadable: UnreadableDocument[],
): Promise<void> => {
  if (unreadable.length === 0) return
  const { tenantId } = organisation
  const [{ cause: err }] = unreadable as [UnreadableDocument]
  const nameless = unreadable.filter(({ id }) => !id).length
  deps.log.error({ err, tenantId, documents: unreadable.length, nameless }, 'a sweep met what it cannot read')
  const named = unreadable.flatMap(({ id, cause }) => (id ? [{ id, cause }] : []))
  const known = await knownAmong(
    deps,
    organisation,
    named.map(({ id }) => ({ invoiceId: id })),
  )
  for (const { id, cause } of named)
    if (!known.has(id)) await putInInbox(deps.db, organisation, [id], { now: deps.sqlNow(), cause })
}

/** How many of them were decided. Throws OrganisationUnavailable when Xero's minute or day ran out meanwhile. */
const recordBatch = async (
  deps: SweepDeps,
  organisation: SyncedOrganisation,
  batch: XeroInvoice[],
  { askedAt, contactReader, foundBy, correlationId }: Answered & Finder,
): Promise<{ decided: number; limits: XeroLimits | undefined }> => {
  const ids = batch.map(({ invoiceId }) => invoiceId)
  const listed = await askXero(deps, organisation, { calls: 1 }, (session) =>
    askOfDocuments(deps, organisation, { session, ids, kind: 'contacts' }, () =>
      withContacts(contactReader, session, batch),
    ),
  )
  const full = await lookCloser(deps, organisation, listed, { leavesReserve: true })
  const now = await deps.databaseNow()
  const found = full.invoices.map((invoice) => ({
    invoice,
    correlationId: correlationId ?? `sweep:${invoice.invoiceId}`,
  }))
  const read = (trx: TenantTrx) => readFirst(trx, deps, organisation, found, { now })
  const made = await asDeciderWith(deps.db, organisation, read, async (trx, first) => {
    const options = { ...first, foundBy, askedAt, now }
    const decisions = await recordInvoices(trx, deps, organisation, found, options)
    if (full.limits) await recordXeroAnswer(trx, organisation.tenantId, { limits: full.limits, now })
    return decisions
  })
  deps.recordDecisions(made, foundBy)
  if (!full.isComplete) throw new OrganisationUnavailable('no-calls-left')
  return { decided: made.length, limits: full.limits }
}

/** False, and nothing is moved, when another process sweeps this organisation by now. */
const moveCursor = async (
  { db, sqlNow }: SweepDeps,
  tenantId: string,
  cursor: Date,
  { stillHeld }: Sweep,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('organisations')
    .set({ sweep_cursor: cursor, swept_at: sql<Date>`${sqlNow()}` })
    .where('tenant_id', '=', tenantId)
    .where('state', '<>', sql.lit('disconnected'))
    .where(stillHeld)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
