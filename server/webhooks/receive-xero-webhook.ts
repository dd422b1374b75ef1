import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { XeroEvent } from '../integrations/xero/xero-webhook.ts'
import { createBatcher } from '../platform/batcher.ts'
import { DOOR_ANSWERS_WITHIN_MS } from '../platform/http/within-deadline.ts'
import { onAnswer } from '../platform/postgres/connections/one-connection.ts'
import { wakeAll } from '../platform/postgres/work/wake.ts'

export type XeroDelivery = { events: XeroEvent[]; correlationId: string }
export type Received = { received: number; known: number; kept: number }

const DELIVERIES_AT_ONCE = 100
/** A commit costs as much for one delivery as for many (decision 53). */
const WRITES_APART_MS = 20
const ENOUGH_DELIVERIES = 12

/**
 * The inbox: keeps the events of connected organisations, each once, in one statement for all deliveries that wait.
 * Throws when it could not be written: then Xero must send it again. The workers are woken right behind it, for an
 * invoice without knowing whether it is news; where a wake is lost, their scan finds the events a second later.
 */
export const createReceiveXeroWebhook = (
  db: Db,
  { note, wakeFailed }: { note: (received: Received) => void; wakeFailed: (cause: unknown) => void },
): ((delivery: XeroDelivery) => Promise<void>) =>
  createBatcher(
    async (deliveries: XeroDelivery[]) => {
      const rows = deliveries.flatMap(({ events, correlationId }) =>
        events.map((event) => rowOf(event, correlationId)),
      )
      if (rows.length > 0) {
        const invoiced = new Set(
          rows.flatMap(({ category, tenant_id: id }) => (category === 'INVOICE' ? [id] : [])),
        )
        const { known, kept, tenants } = await onAnswer(db, (one) => {
          const keeping = keep(one, rows)
          wakeSyncs(one, [...invoiced]).catch(wakeFailed)
          return keeping
        })
        note({ received: rows.length, known, kept })
        wakeSyncs(
          db,
          tenants.filter((id) => !invoiced.has(id)),
        ).catch(wakeFailed)
      }
      return deliveries.map(() => undefined)
    },
    {
      most: DELIVERIES_AT_ONCE,
      atOnce: 1,
      apartMs: WRITES_APART_MS,
      enough: ENOUGH_DELIVERIES,
      // Xero sends them again.
      patienceMs: DOOR_ANSWERS_WITHIN_MS,
    },
  )

/** The statements of this door with nothing in them, on one connection: see `rehearseDoors`. */
export const rehearseXeroWebhook = async (one: Db): Promise<void> => {
  await keep(one, [])
  await wakeAll(one, [])
}

const wakeSyncs = async (db: Db, tenantIds: string[]): Promise<void> => {
  if (tenantIds.length > 0)
    await wakeAll(
      db,
      tenantIds.map((id) => `sync:${id}`),
    )
}

type Row = { tenant_id: string; category: string; [column: string]: unknown }

/** A payment's own id leads to no invoice: its row is one of the organisation, and has the time that SQL gives it. */
const rowOf = (event: XeroEvent, correlationId: string): Row => ({
  tenant_id: event.tenantId,
  category: event.category,
  correlation_id: correlationId,
  ...(event.category === 'PAYMENT'
    ? { resource_id: event.tenantId, event_type: 'UPDATE' }
    : { resource_id: event.resourceId, event_type: event.type, event_at: event.occurredAt }),
})

type Kept = { known: number; kept: number; tenants: string[] }

const keep = async (db: Db, rows: object[]): Promise<Kept> => {
  const { rows: counted } = await sql<Kept>`
    select known, kept, tenants from receive_xero_events(${JSON.stringify(rows)}::jsonb)`.execute(db)
  return counted[0]!
}
