import type { ColumnType, GeneratedAlways } from 'kysely'

type Stamp = ColumnType<Date, Date | undefined, Date>
type NullableStamp = ColumnType<Date | null, Date | null | undefined, Date | null>

/** Printed codes, as `pg` gives their rows. */
export type ClaimTables = {
  qr_batches: { name: string; expires_at: NullableStamp; minted_at: Stamp }
  qr_codes: {
    slug: string
    batch: string
    minted_at: Stamp
    place_id: string | null
    place_name: string | null
    place_address: string | null
    review_url: string | null
    claimed_at: NullableStamp
    claimer_hash: Buffer | null
    business_id: string | null
    scan_count: ColumnType<number, number | undefined, number>
    last_scanned_at: NullableStamp
  }
  qr_transfers: {
    id: GeneratedAlways<string>
    slug: string
    kind: 'claimed' | 'adopted' | 'moved' | 'released'
    place_id: string | null
    place_name: string | null
    business_id: string | null
    user_id: string | null
    happened_at: Date
  }
}
