import type { Trx } from '../../database/database.ts'
import { enqueue } from '../../platform/postgres/jobs.ts'

/**
 * Lets go of this business's organisations, or of the one that is named: from this moment nothing of theirs is read.
 * A job then ends their connections at Xero. Tells how many there were.
 */
export const disconnectOrganisations = async (
  trx: Trx,
  { businessId, tenantId, reason, now }: { businessId: string; tenantId?: string; reason: string; now: Date },
): Promise<number> => {
  const gone = await trx
    .updateTable('organisations')
    .set({ state: 'disconnected', state_reason: reason, state_changed_at: now })
    .where('business_id', '=', businessId)
    .where('state', '<>', 'disconnected')
    .$if(tenantId !== undefined, (query) => query.where('tenant_id', '=', tenantId!))
    .returning(['tenant_id', 'authorisation_id', 'connection_id'])
    .execute()
  for (const { tenant_id, authorisation_id, connection_id } of gone) {
    const payload = {
      businessId,
      tenantId: tenant_id,
      authorisationId: authorisation_id,
      connectionId: connection_id,
    }
    await enqueue(trx, 'end-xero-connection', payload, { key: `end-connection:${connection_id}` })
  }
  return gone.length
}
