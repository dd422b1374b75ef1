import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { Sealer } from '../../platform/seal.ts'
import { openProfileToken, sealProfileToken } from './seal-profile-token.ts'

/**
 * Seals tokens with the newest key that an older one sealed: Google gives no new ones by itself, so that the older key
 * would be needed for ever. A sealed value begins with its key's id.
 */
export const resealTokens = async ({ db, sealer }: { db: Db; sealer: Sealer }): Promise<void> => {
  const { rows: keys } = await sql<{ key: Buffer }>`
    select distinct substr(refresh_token, 1, 4) as key from profile_connections`.execute(db)
  for (const { key } of keys.filter((one) => !sealer.isCurrent(one.key) && sealer.isKnown(one.key))) {
    const { rows } = await sql<{ businessId: string; id: string; token: Buffer }>`
      select business_id as "businessId", id, refresh_token as token from profile_connections
      where substr(refresh_token, 1, 4) = ${key}`.execute(db)
    for (const { businessId, id, token } of rows)
      await db
        .updateTable('profile_connections')
        .set({
          refresh_token: sealProfileToken(sealer, businessId, openProfileToken(sealer, businessId, token)),
        })
        .where('business_id', '=', businessId)
        .where('id', '=', id)
        .where('refresh_token', '=', token)
        .execute()
  }
}
