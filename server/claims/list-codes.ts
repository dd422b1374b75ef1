import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { readSlug } from './slug.ts'

export type Batch = {
  name: string
  expires_at: Date | null
  codes: number
  claimed: number
  owned: number
  scans: number
}

export const listBatches = async (db: Db): Promise<Batch[]> => {
  const { rows } = await sql<Batch>`
    select q.name, q.expires_at, count(c.slug)::int as codes, count(c.place_id)::int as claimed,
           count(c.business_id)::int as owned, coalesce(sum(c.scan_count), 0)::int as scans
    from qr_batches q left join qr_codes c on c.batch = q.name
    group by q.name
    order by q.minted_at, q.name`.execute(db)
  return rows
}

export const codesOfBatch = (db: Db, batch: string) =>
  db
    .selectFrom('qr_codes')
    .select(['slug', 'place_name', 'business_id', 'scan_count', 'claimed_at', 'last_scanned_at'])
    .where('batch', '=', batch)
    .orderBy('slug')
    .execute()

/** Who had the code when, and where it led, the oldest first. */
export const transfersOf = (db: Db, slug: string) =>
  db
    .selectFrom('qr_transfers')
    .select(['kind', 'place_name', 'business_id', 'happened_at'])
    .where('slug', '=', readSlug(slug))
    .orderBy('id')
    .execute()
