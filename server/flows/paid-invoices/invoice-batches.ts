import { BATCH_SIZE, inBatches } from '../../invoices/fetch-invoices.ts'
import { ALONE, type EventKey, type WaitingEvent } from '../../invoices/invoice-queries.ts'

/** What waits about one invoice; `failures`: of the event of it that failed most often. */
export type InvoiceNews = {
  invoiceId: string
  correlationId: string
  receivedAt: Date
  events: EventKey[]
  failures: number
}

/** Sizes by failures so far: of a batch that failed the one at fault is found in few calls. */
const SIZES = [BATCH_SIZE, 7, 1]

/** The untried first, so that an invoice that fails does not delay the others. */
export const batchesOf = (events: WaitingEvent[]): InvoiceNews[][] => {
  const news = byInvoice(events)
  return SIZES.flatMap((size, failures) =>
    inBatches(
      news.filter((one) => Math.min(one.failures, ALONE) === failures),
      size,
    ),
  )
}

export const BATCHES_AT_ONCE = 3

/** Few at a time, so that Xero's answers correct our count before more is taken; a lone last one goes with them. */
export const nextBatches = (batches: InvoiceNews[][]): InvoiceNews[][] =>
  batches.length <= BATCHES_AT_ONCE + 1 ? batches : batches.slice(0, BATCHES_AT_ONCE)

export const eventsOf = ({ events }: InvoiceNews): EventKey[] => events

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
