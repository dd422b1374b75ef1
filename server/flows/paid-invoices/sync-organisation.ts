import { askAhead, passesByItself, type PaidAsk } from '../../organisations/ask-xero.ts'
import {
  countXeroCalls,
  findWithSession,
  type Uncounted,
  type WithSession,
  xeroAnswered,
  type SyncedOrganisation,
} from '../../organisations/organisation-queries.ts'
import type { Db } from '../../database/database.ts'
import { createGate, type Gate } from '../../platform/gate.ts'
import { onOneConnection, withCommit } from '../../platform/postgres/connections/one-connection.ts'
import { BATCH_SIZE, callsFor, fetchInvoices, inBatches } from '../../invoices/fetch-invoices.ts'
import {
  ALONE,
  markHandled,
  waitingEvents,
  type EventKey,
  type WaitingEvent,
} from '../../invoices/invoice-queries.ts'
import { askOfDocuments } from '../../invoices/ask-of-documents.ts'
import { lookCloser } from '../../invoices/look-closer.ts'
import { createContactReader, type ContactReader } from '../../invoices/contact-reader.ts'
import { reconsiderContacts } from './reconsider-contacts.ts'
import { asDeciderWith } from '../../review-requests/deciding/as-decider.ts'
import type { AtOnce } from '../../review-requests/sending/send-at-once.ts'
import type { SweepDeps } from './sweep-organisation.ts'
import { readFirst, recordInvoices } from './record-invoices.ts'
import { payForBatches } from './pay-for-batches.ts'
import { postponeEvents } from './postpone-events.ts'

export type SyncDeps = SweepDeps & {
  atOnce: AtOnce
  recordReceivedToDecided: (seconds: number) => void
}

const MOST_EVENTS = 1000
const BATCHES_AT_ONCE = 3

/**
 * Handles the events of one organisation that wait now, one sync at a time. What comes meanwhile has a wake of its own,
 * which begins the next sync: the lane lets it come a little later, for events to gather.
 */
export const syncOrganisation = async (
  deps: SyncDeps,
  tenantId: string,
  stopping?: AbortSignal,
): Promise<void> => {
  const scene: Scene = {
    contactReader: createContactReader(deps.xero),
    decisions: createGate(1),
    stopping,
  }
  const find = (one: Db) => findWaiting(deps, one, tenantId)
  await deps.leases.aloneWith(
    `sync:${tenantId}`,
    (one) => find(one as Db),
    async (lease, first) => {
      const mayGoOn = () => lease.isHeld() && !stopping?.aborted
      for (let waiting = first; mayGoOn() && (await syncOnce(deps, scene, waiting));)
        waiting = await onOneConnection(deps.db, find)
    },
  )
}

type Scene = {
  contactReader: ContactReader
  /** Another would hold a connection while it waits for the lock of the first. */
  decisions: Gate
  stopping: AbortSignal | undefined
}

type Waiting = WithSession & { events: WaitingEvent[] }

const findWaiting = async (deps: SyncDeps, one: Db, tenantId: string): Promise<Waiting | undefined> => {
  const [found, events] = await Promise.all([
    findWithSession(one, tenantId, deps.sqlNow()),
    waitingEvents(one, tenantId, { now: deps.sqlNow(), most: MOST_EVENTS }),
  ])
  return found && { ...found, events }
}

/** True when more events wait that can be handled now. */
const syncOnce = async (deps: SyncDeps, scene: Scene, waiting: Waiting | undefined): Promise<boolean> => {
  if (!waiting) return false
  const { organisation, session, events, readAt } = waiting
  if (organisation.authorisationState === 'needs_reconnect') return false
  if (!organisation.liveSince || !organisation.mayDecide || events.length === 0) return false
  const contacts = events.filter(({ category }) => category === 'CONTACT')
  scene.contactReader.forget(contacts.map(({ resourceId }) => resourceId))
  const invoices = contacts.length === 0 ? events : events.filter((event) => !contacts.includes(event))
  const all = batchesOf(byInvoice(invoices))
  const batches = nextBatches(all)
  try {
    const [only, ...others] = batches
    const uncounted =
      organisation.hasCallsToSpare && only && others.length === 0
        ? { calls: callsFor(only.length), at: readAt() }
        : undefined
    const asks = uncounted
      ? [askAhead(deps, organisation, session)]
      : await payForBatches(deps, organisation, {
          sizes: batches.map(({ length }) => length),
          stored: session,
        })
    const paidFor = asks.map((ask, index) => ({ ask, batch: batches[index]! }))
    const reading = { ...scene, readAt, uncounted }
    for (const together of inBatches(paidFor, BATCHES_AT_ONCE)) {
      const handled = await Promise.allSettled(
        together.map(({ ask, batch }) => handleBatch(deps, organisation, batch, { ...reading, ask })),
      )
      for (const [index, result] of handled.entries()) {
        if (result.status === 'fulfilled') continue
        if (uncounted) await countXeroCalls(deps.db, organisation.tenantId, uncounted)
        await postponeEvents(deps, organisation, together[index]!.batch.flatMap(eventsOf), result.reason)
      }
    }
    // Also where what was left beyond full batches has to wait: a corrected number is no less urgent than a payment.
    await reconsiderContacts(deps, organisation, contacts)
    if (asks.length < batches.length) return false
    return batches.length < all.length || events.length === MOST_EVENTS
  } catch (cause) {
    if (passesByItself(cause)) return false
    throw cause
  }
}

type InvoiceNews = {
  invoiceId: string
  correlationId: string
  receivedAt: Date
  events: EventKey[]
  failures: number
}

const byInvoice = (events: WaitingEvent[]): InvoiceNews[] => {
  const news = new Map<string, InvoiceNews>()
  for (const { id, eventAt, resourceId: invoiceId, correlationId, receivedAt, failures } of events) {
    const known = news.get(invoiceId)
    const event = { id, eventAt }
    if (!known) news.set(invoiceId, { invoiceId, correlationId, receivedAt, events: [event], failures })
    else {
      known.events.push(event)
      known.failures = Math.max(known.failures, failures)
    }
  }
  return [...news.values()]
}

const eventsOf = ({ events }: InvoiceNews) => events

/** Sizes by failures so far: of a batch that failed the one at fault is found in few calls. */
const SIZES = [BATCH_SIZE, 7, 1]

/** The untried first, so that an invoice that fails does not delay the others. */
const batchesOf = (news: InvoiceNews[]): InvoiceNews[][] =>
  SIZES.flatMap((size, failures) =>
    inBatches(
      news.filter((one) => Math.min(one.failures, ALONE) === failures),
      size,
    ),
  )

/** Few at a time, so that Xero's answers correct our count before more is taken; a lone last one goes with them. */
const nextBatches = (batches: InvoiceNews[][]): InvoiceNews[][] =>
  batches.length <= BATCHES_AT_ONCE + 1 ? batches : batches.slice(0, BATCHES_AT_ONCE)

const handleBatch = async (
  deps: SyncDeps,
  organisation: SyncedOrganisation,
  batch: InvoiceNews[],
  {
    ask,
    contactReader,
    decisions,
    readAt,
    uncounted,
    stopping,
  }: Scene & {
    ask: PaidAsk
    readAt: () => Date
    /** Counted with what it writes. */
    uncounted: Uncounted | undefined
  },
): Promise<void> => {
  const correlations = new Map(batch.map(({ invoiceId, correlationId }) => [invoiceId, correlationId]))
  const askedAt = readAt()
  const ids = [...correlations.keys()]
  const fetched = await ask((session) =>
    askOfDocuments(deps, organisation, { session, ids }, () =>
      fetchInvoices(deps.xero, session, ids, contactReader),
    ),
  )
  const { unreadable } = fetched
  // It may be any of those that are missing from the answer.
  const nameless = unreadable.find(({ id }) => !id || !correlations.has(id))
  if (nameless) throw nameless.cause
  const { invoices, limits } = await lookCloser(deps, organisation, fetched)
  const leftOut = new Set([...missingFrom(invoices, fetched.invoices), ...unreadable.map(({ id }) => id!)])
  const done = batch.filter(({ invoiceId }) => !leftOut.has(invoiceId))
  const now = readAt()
  const correlated = invoices.map((invoice) => ({
    invoice,
    correlationId: correlations.get(invoice.invoiceId) ?? '',
  }))
  const made = await decisions.run(() =>
    deps.atOnce.withClaim(organisation.businessId, stopping, (claimNow) =>
      asDeciderWith(
        deps.db,
        organisation,
        (trx) =>
          readFirst(trx, deps, organisation, correlated, {
            now,
            claimNow: organisation.mayAskAtOnce ? claimNow : undefined,
          }),
        async (trx, first) => {
          const options = { ...first, foundBy: 'webhook' as const, askedAt, now }
          const recorded = await recordInvoices(trx, deps, organisation, correlated, options)
          markHandled(trx, organisation.businessId, done.flatMap(eventsOf), now)
          const reportedAt = batch.at(-1)!.receivedAt
          withCommit(trx, xeroAnswered(organisation.tenantId, { limits, now, reportedAt, uncounted }))
          return recorded
        },
      ),
    ),
  )
  deps.recordDecisions(made, 'webhook')
  for (const { receivedAt } of done)
    deps.recordReceivedToDecided((now.getTime() - receivedAt.getTime()) / 1000)
  for (const { id, cause } of unreadable) {
    const events = batch.filter(({ invoiceId }) => invoiceId === id).flatMap(eventsOf)
    await postponeEvents(deps, organisation, events, cause)
  }
}

const missingFrom = (some: { invoiceId: string }[], all: { invoiceId: string }[]): Set<string> => {
  const there = new Set(some.map(({ invoiceId }) => invoiceId))
  return new Set(all.map(({ invoiceId }) => invoiceId).filter((id) => !there.has(id)))
}
