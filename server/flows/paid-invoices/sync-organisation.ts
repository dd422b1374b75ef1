import { askAhead, passesByItself, type PaidAsk } from '../../organisations/ask-xero.ts'
import {
  countXeroCalls,
  findWithSession,
  type Uncounted,
  type SyncedOrganisation,
  type WithSession,
} from '../../organisations/organisation-queries.ts'
import type { Db } from '../../database/database.ts'
import { createGate } from '../../platform/gate.ts'
import { onOneConnection } from '../../platform/postgres/connections/one-connection.ts'
import { callsFor, inBatches } from '../../invoices/fetch-invoices.ts'
import { waitingEvents, type WaitingEvent } from '../../invoices/invoice-queries.ts'
import { createContactReader } from '../../invoices/contact-reader.ts'
import { reconsiderContacts } from './reconsider-contacts.ts'
import type { SweepDeps } from './sweep-organisation.ts'
import { handleBatch, type BatchDeps, type PaidBatch, type Reading } from './handle-batch.ts'
import { BATCHES_AT_ONCE, batchesOf, eventsOf, nextBatches, type InvoiceNews } from './invoice-batches.ts'
import { payForBatches } from './pay-for-batches.ts'
import { postponeEvents } from './postpone-events.ts'

export type SyncDeps = SweepDeps & BatchDeps

const MOST_EVENTS = 1000

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

type Scene = Omit<Reading, 'readAt' | 'uncounted'>

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
  const { organisation, events, readAt } = waiting
  if (organisation.authorisationState === 'needs_reconnect') return false
  if (!organisation.liveSince || !organisation.mayDecide || events.length === 0) return false
  const contacts = events.filter(({ category }) => category === 'CONTACT')
  scene.contactReader.forget(contacts.map(({ resourceId }) => resourceId))
  const invoices = contacts.length === 0 ? events : events.filter((event) => !contacts.includes(event))
  const all = batchesOf(invoices)
  const batches = nextBatches(all)
  try {
    const { asks, uncounted } = await askFor(deps, waiting, batches)
    const paidFor = asks.map((ask, index) => ({ ask, batch: batches[index]! }))
    await handleBatches(deps, organisation, paidFor, { ...scene, readAt, uncounted })
    // Also where what was left beyond full batches has to wait: a corrected number is no less urgent than a payment.
    await reconsiderContacts(deps, organisation, contacts)
    if (asks.length < batches.length) return false
    return batches.length < all.length || events.length === MOST_EVENTS
  } catch (cause) {
    if (passesByItself(cause)) return false
    throw cause
  }
}

type Asks = { asks: PaidAsk[]; uncounted: Uncounted | undefined }

/** One for each batch that fits. The calls of a lone one are not counted before, where there are calls to spare. */
const askFor = async (
  deps: SyncDeps,
  { organisation, session, readAt }: Waiting,
  batches: InvoiceNews[][],
): Promise<Asks> => {
  const [only, ...others] = batches
  if (organisation.hasCallsToSpare && only && others.length === 0) {
    const uncounted = { calls: callsFor(only.length), at: readAt() }
    return { asks: [askAhead(deps, organisation, session)], uncounted }
  }
  const sizes = batches.map(({ length }) => length)
  return {
    asks: await payForBatches(deps, organisation, { sizes, stored: session }),
    uncounted: undefined,
  }
}

/** Some at a time. One that fails has its own events postponed, and no others. */
const handleBatches = async (
  deps: SyncDeps,
  organisation: SyncedOrganisation,
  paidFor: PaidBatch[],
  reading: Reading,
): Promise<void> => {
  for (const together of inBatches(paidFor, BATCHES_AT_ONCE)) {
    const handled = await Promise.allSettled(
      together.map((paid) => handleBatch(deps, organisation, paid, reading)),
    )
    for (const [index, result] of handled.entries()) {
      if (result.status === 'fulfilled') continue
      if (reading.uncounted) await countXeroCalls(deps.db, organisation.tenantId, reading.uncounted)
      await postponeEvents(deps, organisation, together[index]!.batch.flatMap(eventsOf), result.reason)
    }
  }
}
