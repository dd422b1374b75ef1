import type { Reader, TenantTrx } from '../database/database.ts'
import { HOUR_MS } from '../platform/dates.ts'

export type Consent = { id: string; endsAt: Date }

/** The owner's latest consent that holds: until when support may look. */
export const findConsent = async (
  db: Reader,
  businessId: string,
  now: Date,
): Promise<Consent | undefined> => {
  const row = await db
    .selectFrom('support_consents')
    .select(['id', 'ends_at'])
    .where('business_id', '=', businessId)
    .where('withdrawn_at', 'is', null)
    .where('ends_at', '>', now)
    .orderBy('ends_at', 'desc')
    .executeTakeFirst()
  return row && { id: row.id, endsAt: row.ends_at }
}

/** In place of an earlier one. */
export const giveConsent = async (
  trx: TenantTrx,
  { businessId, userId, hours, now }: { businessId: string; userId: string; hours: number; now: Date },
): Promise<Date> => {
  await withdrawConsent(trx, businessId, now)
  const endsAt = new Date(now.getTime() + hours * HOUR_MS)
  await trx
    .insertInto('support_consents')
    .values({ business_id: businessId, user_id: userId, given_at: now, ends_at: endsAt })
    .execute()
  return endsAt
}

/** Whoever looks is out with the next request. False where there was none. */
export const withdrawConsent = async (trx: TenantTrx, businessId: string, now: Date): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('support_consents')
    .set({ withdrawn_at: now })
    .where('business_id', '=', businessId)
    .where('withdrawn_at', 'is', null)
    .where('ends_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
