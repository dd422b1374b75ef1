import { sql } from 'kysely'
import type { SystemTrx } from '../database/database.ts'

/**
 * The printed codes of a business that is erased may be claimed by others; their scans stay counted. Their history says
 * no more whose they were.
 */
export const releaseOwnedCodes = async (trx: SystemTrx, businessId: string, now: Date): Promise<void> => {
  await sql`
    insert into qr_transfers (slug, kind, happened_at)
    select slug, 'released', ${now} from qr_codes where business_id = ${businessId}`.execute(trx)
  // Also what stood in it before the code was this business's: its first claim names the place and no business.
  await sql`
    update qr_transfers set place_id = null, place_name = null, business_id = null, user_id = null
    where business_id = ${businessId} or slug in (select slug from qr_codes where business_id = ${businessId})`.execute(
    trx,
  )
  await sql`
    update qr_codes
    set place_id = null, place_name = null, place_address = null, review_url = null, claimed_at = null,
        claimer_hash = null, business_id = null
    where business_id = ${businessId}`.execute(trx)
}
