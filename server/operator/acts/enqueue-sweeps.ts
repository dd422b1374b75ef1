import type { TenantTrx } from '../../database/database.ts'
import { xeroQueue } from '../../organisations/ask-xero.ts'
import { Refusal } from '../../platform/errors.ts'
import { enqueue } from '../../platform/postgres/work/jobs.ts'

/** Has a worker sweep what is connected of a business, as soon as one is free. Returns how many organisations. */
export const enqueueSweeps = async (trx: TenantTrx, businessId: string): Promise<number> => {
  const organisations = await trx
    .selectFrom('organisations')
    .select('tenant_id')
    .where('business_id', '=', businessId)
    .where('state', '<>', 'disconnected')
    .execute()
  if (organisations.length === 0)
    throw new Refusal('xero-not-connected', 409, 'No organisation in Xero is connected.')
  for (const { tenant_id: tenantId } of organisations)
    await enqueue(
      trx,
      'sweep-organisation',
      { businessId, tenantId },
      {
        key: `sweep:${tenantId}`,
        queue: xeroQueue(tenantId),
      },
    )
  return organisations.length
}
