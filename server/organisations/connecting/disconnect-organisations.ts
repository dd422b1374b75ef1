import type { Trx } from '../../database/database.ts'
import { enqueue } from '../../platform/postgres/work/jobs.ts'
import { xeroQueue } from '../ask-xero.ts'

/**
 * Disconnects this business's organisations, or the one that is named: from this moment they are not read. A job then
 * ends their connections at Xero. Returns how many there were.
 */
export const disconnectOrganisations = async (
  trx: Trx,
  { businessId, tenantId, reason, now }: { businessId: string; tenantId?: string; reason: string; now: Date },
): Promise<number> => {
  const disconnected = await trx
    .updateTable('organisations')
    .set({ state: 'disconnected', state_reason: reason, state_changed_at: now })
    .where('business_id', '=', businessId)
    .where('state', '<>', 'disconnected')
    .$if(tenantId !== undefined, (query) => query.where('tenant_id', '=', tenantId!))
    .returning(['tenant_id', 'authorisation_id', 'connection_id'])
    .execute()
  for (const { tenant_id, authorisation_id, connection_id } of disconnected) {
    const payload = {
      businessId,
      tenantId: tenant_id,
      authorisationId: authorisation_id,
      connectionId: connection_id,
    }
    const key = `end-connection:${connection_id}`
    await enqueue(trx, 'end-xero-connection', payload, { key, queue: xeroQueue(tenant_id) })
  }
  return disconnected.length
}
