import { sql } from 'kysely'
import type { Db } from '../database.ts'
import type { XeroEvent } from '../integrations/xero/xero-webhook.ts'
import { coalesce } from '../platform/coalesce.ts'

export type XeroDelivery = { events: XeroEvent[]; correlationId: string }
export type Received = { received: number; known: number; kept: number }

const DELIVERIES_AT_ONCE = 100

/**
 * The inbox: keeps the invoice events of organisations that we know, each once, and those of contacts that we wait for,
 * and wakes one sync per organisation, in one statement for all deliveries that wait. Throws when it could not be written: then Xero must send it again.
 */
export const createReceiveXeroWebhook = (
  db: Db,
  note: (received: Received) => void,
): ((delivery: XeroDelivery) => Promise<void>) =>
  coalesce(
    async (deliveries: XeroDelivery[]) => {
      const rows = deliveries.flatMap(({ events, correlationId }) =>
        events
          .filter(({ category }) => category === 'INVOICE' || category === 'CONTACT')
          .map(({ tenantId, resourceId, category, type, occurredAt }) => ({
            tenant_id: tenantId,
            resource_id: resourceId,
            category,
            event_type: type,
            event_at: occurredAt,
            correlation_id: correlationId,
          })),
      )
      if (rows.length > 0) note(await keep(db, rows))
      return deliveries.map(() => undefined)
    },
    { most: DELIVERIES_AT_ONCE, atOnce: 2 },
  )

const keep = async (db: Db, rows: object[]): Promise<Received> => {
  const { rows: counted } = await sql<{ known: number; kept: number }>`
    select known, kept from receive_xero_events(${JSON.stringify(rows)}::jsonb)`.execute(db)
  return { received: rows.length, ...counted[0]! }
}
