import { asSystem, type Db } from '../../database/database.ts'
import { DAY_MS } from '../../platform/dates.ts'
import { detachProfile } from './detach-profile.ts'

/** An operator who switched reviews off by mistake can switch them on again, and no owner has to connect anew. */
const LEFT_DAYS = 7

/**
 * Where reviews are switched off: detaches each profile that was not read for seven days. Its owner cannot, without the
 * screens.
 */
export const detachLeftOver = async ({ db }: { db: Db }, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - LEFT_DAYS * DAY_MS)
  const left = await db
    .selectFrom('profile_connections')
    .select('business_id')
    .where('state', '<>', 'detaching')
    .where('state_since', '<', before)
    .where((where) => where.or([where('last_read_at', 'is', null), where('last_read_at', '<', before)]))
    .execute()
  for (const { business_id: businessId } of left)
    await asSystem(db, (trx) => detachProfile(trx, { businessId, now }))
}
