import { sql, type RawBuilder } from 'kysely'
import type { Db, Reader, Trx } from '../database/database.ts'
import { readSlug } from './slug.ts'

export type Code = {
  slug: string
  isExpired: boolean
  claimed:
    | {
        placeId: string
        name: string
        address: string | null
        reviewUrl: string
        businessId: string | null
        claimerHash: Buffer | null
      }
    | undefined
}

type Row = {
  slug: string
  is_expired: boolean
  place_id: string | null
  name: string
  address: string | null
  review_url: string
  business_id: string | null
  claimer_hash: Buffer | null
}

/**
 * The last day of a batch is about its codes that were never claimed: one that was, and was released, stays claimable.
 * `c` is the code.
 */
export const isExpired = (now: Date): RawBuilder<boolean> => sql`
  (exists (select from qr_batches where name = c.batch and expires_at <= ${now})
   and not exists (select from qr_transfers where slug = c.slug))`

/** One indexed read, the same for a slug of ours and for any other. */
export const findCode = async (db: Reader, text: string, now: Date): Promise<Code | undefined> => {
  // While it leads to the owner's own business, it uses the review link that the owner set there.
  const { rows } = await sql<Row>`
    select c.slug, ${isExpired(now)} as is_expired, c.place_id, c.place_name as name,
           c.place_address as address, c.business_id, c.claimer_hash,
           case when b.place_id = c.place_id then coalesce(b.review_url, c.review_url) else c.review_url end as review_url
    from qr_codes c
    left join businesses b on b.id = c.business_id
    where c.slug = ${readSlug(text)}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  return {
    slug: row.slug,
    isExpired: row.is_expired,
    claimed: row.place_id
      ? {
          placeId: row.place_id,
          name: row.name,
          address: row.address,
          reviewUrl: row.review_url,
          businessId: row.business_id,
          claimerHash: row.claimer_hash,
        }
      : undefined,
  }
}

export type Transfer = {
  slug: string
  kind: 'claimed' | 'adopted' | 'moved' | 'released'
  placeId: string | null
  placeName: string | null
  businessId: string | null
  userId: string | null
  now: Date
}

export const recordTransfer = async (trx: Trx, transfer: Transfer): Promise<void> => {
  await trx
    .insertInto('qr_transfers')
    .values({
      slug: transfer.slug,
      kind: transfer.kind,
      place_id: transfer.placeId,
      place_name: transfer.placeName,
      business_id: transfer.businessId,
      user_id: transfer.userId,
      happened_at: transfer.now,
    })
    .execute()
}

/** Counts a scan by a person. A lost count is better than a late page, so the page does not wait for it. */
export const countScan = async (db: Db, slug: string, now: Date): Promise<void> => {
  await sql`
    update qr_codes set scan_count = scan_count + 1, last_scanned_at = ${now} where slug = ${slug}`.execute(
    db,
  )
}
