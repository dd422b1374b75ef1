import { setTimeout as pause } from 'node:timers/promises'
import { webhookBody as bodyOf, webhookEvent, webhookHeaders } from '../../sandbox/xero/model/webhook-body.ts'
import { invoiceId } from '../upstream/made-up-books.ts'
import { monotonicMs } from '../upstream/texts.ts'
import { openWire } from './wire.ts'
import { WEBHOOK_KEY } from './settings.ts'

export type XeroWebhooks = ReturnType<typeof openXeroWebhooks>

const RETRY_MS = 100
const MOST_REFUSALS = 50

/** `status` is 0 where no answer came. */
export type Ack = { status: number; ms: number }

/** Sends signed webhooks as Xero does. Invoices are counted; the count is in the invoice's id and number. */
export const openXeroWebhooks = (
  port: number,
  { connections = 16, timeoutMs }: { connections?: number; timeoutMs?: number } = {},
) => {
  const wire = openWire({ host: '127.0.0.1', port, connections, ...(timeoutMs ? { timeoutMs } : {}) })

  return {
    /** One webhook with one event for each count. `since` is when it was due, if earlier than now. */
    send: async (tenantId: string, counts: number[], since = monotonicMs()): Promise<Ack> => {
      const body = webhookBody(tenantId, counts)
      const { status } = await wire
        .post('/webhooks/xero', body, signedHeaders(body))
        .catch((cause: Error) => {
          console.error(`    … no answer: ${cause.message}`)
          return { status: 0 }
        })
      return { status, ms: monotonicMs() - since }
    },
    /** As `send`, repeated until it is acknowledged; returns how often it was not. */
    sendUntilTaken: async (tenantId: string, counts: number[]): Promise<Ack & { refusals: number }> => {
      const body = webhookBody(tenantId, counts)
      const since = monotonicMs()
      for (let refusals = 0; ; refusals += 1) {
        const { status } = await wire.post('/webhooks/xero', body, signedHeaders(body))
        if (status === 200) return { status, ms: monotonicMs() - since, refusals }
        if (refusals === MOST_REFUSALS) throw new Error(`A webhook was never acknowledged, but ${status}.`)
        await pause(RETRY_MS)
      }
    },
    sendBody: (body: string) => wire.post('/webhooks/xero', body, signedHeaders(body)),
    close: wire.close,
  }
}

export const webhookBody = (tenantId: string, counts: number[]): string => {
  const now = new Date()
  const events = counts.map((count) => webhookEvent({ tenantId, invoiceId: invoiceId(count) }, now))
  return JSON.stringify(bodyOf(events, counts.at(-1) ?? 0))
}

const signedHeaders = (body: string): Record<string, string> => webhookHeaders(body, WEBHOOK_KEY)
