import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { openHttpClient } from '../../platform/http/http-client.ts'
import type { Log } from '../../platform/process/log.ts'
import { spansOf, type Span, type TracedText } from './span-rules.ts'

export type Traces = {
  /** This attempt was taken by the gateway. */
  note: (attemptId: string) => void
  close: () => Promise<void>
}

type Options = {
  db: Db
  /** OTEL_EXPORTER_OTLP_ENDPOINT. */
  endpoint: string
  /** OTEL_EXPORTER_OTLP_HEADERS. */
  headers: Record<string, string> | undefined
  process: string
  log: Log
  everyMs?: number
}

const EVERY_MS = 5_000
const TIMEOUT_MS = 5_000
const LAST_MS = 2_000
/** More than this is dropped: a trace explains one text, and is no count. */
const MOST_WAITING = 500

/** Sends the way of each text once the gateway has taken it, read from its rows: no other work waits for it. */
export const openTraces = ({ db, endpoint, headers, process, log, everyMs = EVERY_MS }: Options): Traces => {
  const client = openHttpClient({ baseUrl: endpoint, connections: 1, timeoutMs: TIMEOUT_MS })
  const asked = { 'content-type': 'application/json', ...headers }
  let waiting: string[] = []
  const flush = async (): Promise<void> => {
    const ids = waiting
    waiting = []
    if (ids.length === 0) return
    const texts = await readTexts(db, ids)
    const body = JSON.stringify(
      documentOf(
        process,
        texts.flatMap((text) => spansOf(text, digest)),
      ),
    )
    const { status } = await client.call({ method: 'POST', path: '/v1/traces', headers: asked, body })
    if (status >= 300) log.debug({ status }, 'traces were not taken')
  }
  let flushing: Promise<void> | undefined
  const flushOnce = (): Promise<void> =>
    (flushing ??= flush()
      .catch((cause: unknown) => log.debug({ err: cause }, 'traces could not be sent'))
      .finally(() => (flushing = undefined)))
  const timer = setInterval(() => void flushOnce(), everyMs)
  timer.unref()
  return {
    note: (attemptId) => {
      if (waiting.length < MOST_WAITING) waiting.push(attemptId)
    },
    close: async () => {
      clearInterval(timer)
      await flushing
      const inTime = new Promise((resolve) => setTimeout(resolve, LAST_MS).unref())
      await Promise.race([flushOnce(), inTime])
      void client.close().catch(() => undefined)
    },
  }
}

const readTexts = async (db: Db, ids: string[]): Promise<TracedText[]> => {
  const { rows } = await sql<TracedText>`
    select a.business_id as "businessId", a.request_id as "requestId", a.id as "attemptId",
           r.invoice_id as "invoiceId", r.correlation_id as "correlationId", d.found_by as "foundBy",
           (select min(e.received_at) from xero_events e
            where e.tenant_id = r.tenant_id and e.resource_id = r.invoice_id
              and e.correlation_id = r.correlation_id) as "receivedAt",
           r.scheduled_at as "decidedAt", a.claimed_at as "claimedAt", a.settled_at as "settledAt", a.tries
    from send_attempts a
    join review_requests r on r.business_id = a.business_id and r.id = a.request_id
    join decisions d on d.business_id = r.business_id and d.tenant_id = r.tenant_id and d.invoice_id = r.invoice_id
    where a.id = any(${ids}::uuid[]) and a.settled_at is not null`.execute(db)
  return rows
}

const documentOf = (process: string, spans: Span[]) => ({
  resourceSpans: [
    {
      resource: { attributes: [{ key: 'service.name', value: { stringValue: `goodword-${process}` } }] },
      scopeSpans: [{ scope: { name: 'goodword' }, spans }],
    },
  ],
})

const digest = (text: string, digits: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, digits)
