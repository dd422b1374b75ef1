import type { OwnedCode } from '../../contracts/claims.ts'
import type { TenantTrx } from '../database/database.ts'
import { claimUrl } from './slug.ts'

const MOST = 500

/** The codes of one business, the newest first; or only the one with this slug. */
export const ownedCodes = async (
  trx: TenantTrx,
  { businessId, publicUrl, slug }: { businessId: string; publicUrl: string; slug?: string },
): Promise<OwnedCode[]> => {
  const rows = await trx
    .selectFrom('qr_codes as c')
    .innerJoin('businesses as b', 'b.id', 'c.business_id')
    .select(['c.slug', 'c.place_id', 'c.place_name', 'c.place_address', 'c.review_url'])
    .select(['c.scan_count', 'c.last_scanned_at', 'c.claimed_at'])
    .select(['b.place_id as own_place_id', 'b.review_url as own_review_url'])
    .where('c.business_id', '=', businessId)
    .$if(slug !== undefined, (query) => query.where('c.slug', '=', slug!))
    .orderBy('c.claimed_at', 'desc')
    .orderBy('c.slug')
    .limit(MOST)
    .execute()
  return rows.map((row) => ({
    slug: row.slug,
    url: claimUrl(publicUrl, row.slug),
    business: { placeId: row.place_id!, name: row.place_name!, address: row.place_address },
    reviewUrl: (row.own_place_id === row.place_id && row.own_review_url) || row.review_url!,
    scans: Number(row.scan_count),
    lastScannedAt: row.last_scanned_at?.toISOString() ?? null,
    claimedAt: row.claimed_at!.toISOString(),
  }))
}
