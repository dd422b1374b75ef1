import type { Reader } from '../../database/database.ts'

/** How a business stands with its profile at Google; undefined where its owner has not connected it. */
export const findProfile = (db: Reader, businessId: string) =>
  db
    .selectFrom('profile_connections as c')
    .innerJoin('businesses as b', 'b.id', 'c.business_id')
    .selectAll('c')
    .select('b.place_id as chosen_place_id')
    .where('c.business_id', '=', businessId)
    .executeTakeFirst()

export type FoundProfile = NonNullable<Awaited<ReturnType<typeof findProfile>>>
