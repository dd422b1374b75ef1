import type { UnreadableDocument, XeroLimits } from '../../integrations/xero/xero-types.ts'
import { askOfDocuments } from '../../invoices/ask-of-documents.ts'
import type { ContactReader } from '../../invoices/contact-reader.ts'
import { fetchInvoices } from '../../invoices/fetch-invoices.ts'
import { markHandled } from '../../invoices/invoice-queries.ts'
import { lookCloser } from '../../invoices/look-closer.ts'
import type { PaidAsk } from '../../organisations/ask-xero.ts'
import {
  xeroAnswered,
  type SyncedOrganisation,
  type Uncounted,
} from '../../organisations/organisation-queries.ts'
import type { Gate } from '../../platform/gate.ts'
import { withCommit } from '../../platform/postgres/connections/one-connection.ts'
import { asDeciderWith } from '../../review-requests/deciding/as-decider.ts'
import type { DecisionMade } from '../../review-requests/deciding/decide-invoices.ts'
import type { AtOnce } from '../../review-requests/sending/send-at-once.ts'
import { eventsOf, type InvoiceNews } from './invoice-batches.ts'
import { postponeEvents } from './postpone-events.ts'
import type { ReconsiderDeps } from './reconsider-invoices.ts'
import { readFirst, recordInvoices, type FoundInvoice } from './record-invoices.ts'

export type BatchDeps = ReconsiderDeps & {
  atOnce: AtOnce
  recordReceivedToDecided: (seconds: number) => void
}

/** A batch, and one ask of Xero whose calls are paid for. */
export type PaidBatch = { ask: PaidAsk; batch: InvoiceNews[] }

/** What the batches of one sync share. */
export type Reading = {
  contactReader: ContactReader
  /** Another would hold a connection while it waits for the lock of the first. */
  decisions: Gate
  stopping: AbortSignal | undefined
  readAt: () => Date
  /** Counted with what it writes. */
  uncounted: Uncounted | undefined
}

/** Reads the invoices of one batch, records and decides them; events of what cannot be read are postponed. */
export const handleBatch = async (
  deps: BatchDeps,
  organisation: SyncedOrganisation,
  { ask, batch }: PaidBatch,
  reading: Reading,
): Promise<void> => {
  const askedAt = reading.readAt()
  const answer = await readBatch(deps, organisation, { ask, batch }, reading)
  const now = reading.readAt()
  const made = await recordBatch(deps, organisation, { ...answer, batch, askedAt, now }, reading)
  deps.recordDecisions(made, 'webhook')
  for (const { receivedAt } of answer.done)
    deps.recordReceivedToDecided((now.getTime() - receivedAt.getTime()) / 1000)
  for (const { id, cause } of answer.unreadable) {
    const events = batch.filter(({ invoiceId }) => invoiceId === id).flatMap(eventsOf)
    await postponeEvents(deps, organisation, events, cause)
  }
}

/** `done`: what of the batch is handled once these invoices are recorded. */
type BatchAnswer = {
  found: FoundInvoice[]
  done: InvoiceNews[]
  limits: XeroLimits | undefined
  unreadable: UnreadableDocument[]
}

const readBatch = async (
  deps: BatchDeps,
  organisation: SyncedOrganisation,
  { ask, batch }: PaidBatch,
  { contactReader }: Reading,
): Promise<BatchAnswer> => {
  const correlations = new Map(batch.map(({ invoiceId, correlationId }) => [invoiceId, correlationId]))
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
  return {
    found: invoices.map((invoice) => ({
      invoice,
      correlationId: correlations.get(invoice.invoiceId) ?? '',
    })),
    done: batch.filter(({ invoiceId }) => !leftOut.has(invoiceId)),
    limits,
    unreadable,
  }
}

/** In one transaction: the answer, the decisions on it, texts that are due at once, and that its events are handled. */
const recordBatch = (
  deps: BatchDeps,
  organisation: SyncedOrganisation,
  {
    found,
    done,
    limits,
    batch,
    askedAt,
    now,
  }: BatchAnswer & { batch: InvoiceNews[]; askedAt: Date; now: Date },
  { decisions, stopping, uncounted }: Reading,
): Promise<DecisionMade[]> => {
  const { businessId, tenantId, mayAskAtOnce } = organisation
  return decisions.run(() =>
    deps.atOnce.withClaim(businessId, stopping, (claimNow) =>
      asDeciderWith(
        deps.db,
        organisation,
        (trx) =>
          readFirst(trx, deps, organisation, found, { now, claimNow: mayAskAtOnce ? claimNow : undefined }),
        async (trx, first) => {
          const options = { ...first, foundBy: 'webhook' as const, askedAt, now }
          const made = await recordInvoices(trx, deps, organisation, found, options)
          markHandled(trx, businessId, done.flatMap(eventsOf), now)
          const reportedAt = batch.at(-1)!.receivedAt
          withCommit(trx, xeroAnswered(tenantId, { limits, now, reportedAt, uncounted }))
          return made
        },
      ),
    ),
  )
}

const missingFrom = (some: { invoiceId: string }[], all: { invoiceId: string }[]): Set<string> => {
  const there = new Set(some.map(({ invoiceId }) => invoiceId))
  return new Set(all.map(({ invoiceId }) => invoiceId).filter((id) => !there.has(id)))
}
