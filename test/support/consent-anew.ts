import { sealTokens } from '../../server/organisations/seal-tokens.ts'
import { MINUTE_MS } from '../../server/platform/dates.ts'
import type { Product } from './product.ts'
import type { Trader } from './trader.ts'

/** The owner consents at Xero again, and the authorisation has new tokens. */
export const consentAnew = async (
  { db, sandbox, parts, now }: Product,
  { businessId, tenantId }: Trader,
): Promise<void> => {
  const { authorisation_id: authorisationId } = await db
    .selectFrom('organisations')
    .select('authorisation_id')
    .where('business_id', '=', businessId)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('xero_authorisations')
    .set({
      state: 'connected',
      ...sealTokens(parts.sealer, { businessId, authorisationId }, sandbox.xero.grant(tenantId)),
      access_expires_at: new Date(now().getTime() + 30 * MINUTE_MS),
    })
    .where('business_id', '=', businessId)
    .where('id', '=', authorisationId)
    .execute()
}
