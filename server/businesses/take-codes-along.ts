import { sql } from 'kysely'
import type { Trx } from '../database/database.ts'
import { reviewUrlFor } from '../integrations/google/review-url.ts'

/**
 * The printed codes of a business that lead to a place which another replaced lead to the new one, as its texts do.
 * Without a `place` they keep its name and address: Google changed only the id.
 */
export const takeCodesAlong = async (
  trx: Trx,
  businessId: string,
  {
    from,
    to,
    place,
    userId = null,
    now,
  }: {
    from: string
    to: string
    place?: { name: string; address: string | null }
    userId?: string | null
    now: Date
  },
): Promise<void> => {
  if (from === to) return
  await sql`
    with moved as (
      update qr_codes
      set place_id = ${to}, review_url = ${reviewUrlFor(to)},
          place_name = coalesce(${place?.name ?? null}, place_name),
          place_address = case when ${place !== undefined} then ${place?.address ?? null} else place_address end
      where business_id = ${businessId} and place_id = ${from}
      returning slug, place_name)
    insert into qr_transfers (slug, kind, place_id, place_name, business_id, user_id, happened_at)
    select slug, 'moved', ${to}, place_name, ${businessId}, ${userId}, ${now} from moved`.execute(trx)
}
