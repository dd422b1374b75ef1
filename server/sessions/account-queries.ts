import { sql } from 'kysely'
import type { User } from '../../contracts/sessions.ts'
import type { Reader, SystemTrx, Trx } from '../database/database.ts'
import { Refusal } from '../platform/errors.ts'

export type Account = {
  id: string
  businessId: string | undefined
  isDeactivated: boolean
  user: User
}

export const findAccount = async (db: Reader, userId: string): Promise<Account> => {
  const row = await db
    .selectFrom('users as u')
    .leftJoin('businesses as b', 'b.id', 'u.business_id')
    .select(['u.id', 'u.name', 'u.email', 'u.business_id', 'u.onboarded_at', 'u.deactivated_at'])
    .select(['b.name as business_name', 'b.review_url'])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    id: row.id,
    businessId: row.business_id ?? undefined,
    isDeactivated: row.deactivated_at !== null,
    user: {
      id: row.id,
      name: row.name,
      email: row.email,
      businessName: row.business_name,
      googleReviewUrl: row.review_url,
      isOnboardingComplete: row.onboarded_at !== null,
    },
  }
}

/** Locks a person and her business, the business first, as whoever asks to erase it does. Returns which it is. */
export const lockAccount = async (trx: SystemTrx, userId: string): Promise<string | undefined> => {
  await sql`
    select from businesses where id = (select business_id from users where id = ${userId})
    for no key update`.execute(trx)
  const { rows } = await sql<{ businessId: string | null }>`
    select business_id as "businessId" from users where id = ${userId} for no key update`.execute(trx)
  return rows[0]?.businessId ?? undefined
}

/**
 * Until the transaction ends, the account is not deactivated: what would do so waits, and then sees what was written.
 * Throws Refusal 403 where it is deactivated already.
 */
export const holdActive = async (trx: Trx, businessId: string): Promise<void> => {
  const active = await trx
    .selectFrom('businesses')
    .select('id')
    .where('id', '=', businessId)
    .where('deactivated_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!active) throw deactivated()
}

/** `erasesAt` only to who has just signed in herself: when her business is erased, where that was asked for. */
export const deactivated = (erasesAt?: Date): Refusal =>
  new Refusal('deactivated', 403, 'This account is deactivated. You can reactivate it.', {
    isDeactivated: true,
    ...(erasesAt && { erasesAt: erasesAt.toISOString() }),
  })

export const findErasesAt = async (db: Reader, businessId: string | undefined): Promise<Date | undefined> => {
  if (businessId === undefined) return undefined
  const open = await db
    .selectFrom('erasures')
    .select('erases_at')
    .where('business_id', '=', businessId)
    .where('taken_back_at', 'is', null)
    .executeTakeFirst()
  return open?.erases_at
}
