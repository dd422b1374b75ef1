import { isUuid } from '../../platform/uuid-rules.ts'

/** When a text reached each step, as its rows say. */
export type TracedText = {
  businessId: string
  requestId: string
  attemptId: string
  invoiceId: string
  /** Of the webhook that reported the payment: a UUID, or the name of the sweep that found it. */
  correlationId: string
  foundBy: string
  /** Null where no webhook reported it. */
  receivedAt: Date | null
  decidedAt: Date
  claimedAt: Date
  settledAt: Date
  tries: number
}

/** Of OpenTelemetry: https://opentelemetry.io/docs/specs/otlp/ */
export type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: 1 | 3
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: { stringValue: string } }[]
}

const INTERNAL = 1
const CLIENT = 3

/**
 * The way of one text: the whole, and its steps. Ids are made of what stands in the rows, so that a process that
 * repeats them makes the same; `digest` gives so many hex digits of a hash.
 */
export const spansOf = (text: TracedText, digest: (text: string, digits: number) => string): Span[] => {
  const traceId = isUuid(text.correlationId)
    ? text.correlationId.replaceAll('-', '')
    : digest(text.correlationId, 32)
  const idOf = (name: string) => digest(`${text.attemptId} ${name}`, 16)
  const span = (name: string, from: Date, to: Date, more: Partial<Span> = {}): Span => ({
    traceId,
    spanId: idOf(name),
    ...(name === WHOLE ? {} : { parentSpanId: idOf(WHOLE) }),
    name,
    kind: INTERNAL,
    startTimeUnixNano: nano(from),
    endTimeUnixNano: nano(to < from ? from : to),
    attributes: [],
    ...more,
  })
  const { receivedAt, decidedAt, claimedAt, settledAt } = text
  return [
    span(WHOLE, receivedAt ?? decidedAt, settledAt, { attributes: idsOf(text) }),
    ...(receivedAt ? [span('sync and decide', receivedAt, decidedAt)] : []),
    span('wait for its time', decidedAt, claimedAt),
    span('claim and send', claimedAt, settledAt, { kind: CLIENT }),
  ]
}

const WHOLE = 'payment to text'

const nano = (at: Date): string => `${at.getTime()}000000`

const idsOf = ({ businessId, invoiceId, requestId, attemptId, foundBy, tries }: TracedText) =>
  Object.entries({
    business_id: businessId,
    invoice_id: invoiceId,
    request_id: requestId,
    attempt_id: attemptId,
    found_by: foundBy,
    tries: String(tries),
  }).map(([name, stringValue]) => ({ key: `goodword.${name}`, value: { stringValue } }))
