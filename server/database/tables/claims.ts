import type { Generated, GeneratedAlways } from 'kysely'

// Made by `npm run schema` from a freshly migrated database; `npm run check` fails where the two differ.

export type ClaimsTables = {
  qr_batches: {
    name: string
    expires_at: Date | null
    minted_at: Generated<Date>
  }
  qr_codes: {
    slug: string
    batch: string
    minted_at: Generated<Date>
    place_id: string | null
    place_name: string | null
    place_address: string | null
    review_url: string | null
    claimed_at: Date | null
    claimer_hash: Buffer | null
    business_id: string | null
    scan_count: Generated<number>
    last_scanned_at: Date | null
  }
  qr_mintings: {
    key: string
    asked: Buffer
    minted_at: Date
  }
  qr_transfers: {
    id: GeneratedAlways<number>
    slug: string
    kind: QrTransferKind
    place_id: string | null
    place_name: string | null
    business_id: string | null
    user_id: string | null
    happened_at: Date
  }
}

export type QrTransferKind = 'claimed' | 'adopted' | 'moved' | 'released'
