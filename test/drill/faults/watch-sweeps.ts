import { enqueueMany } from './ask-vendors.ts'
import type { Scene } from './scene.ts'

const SWEEPS = 5

/** Sweeps that become due now, when a vendor that they do not need has begun to hang; those that were not made. */
export const watchSweeps = async (scene: Scene): Promise<{ misses: () => Promise<string[]> }> => {
  const swept = scene.businesses
    .slice(0, SWEEPS)
    .map(({ businessId, tenantId }) => ({ businessId, tenantId }))
  const { rows } = await scene.admin.query<{ now: Date }>('select now()')
  await enqueueMany(scene, 'sweep-organisation', swept)
  return {
    misses: async () => {
      const { rows: made } = await scene.admin.query<{ count: number }>(
        'select count(*)::int as count from organisations where tenant_id = any($1) and swept_at > $2',
        [swept.map(({ tenantId }) => tenantId), rows[0]!.now],
      )
      const missing = SWEEPS - made[0]!.count
      return missing > 0 ? [`${missing} of ${SWEEPS} sweeps were held up by it`] : []
    },
  }
}
