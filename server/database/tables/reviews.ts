import type { Generated } from 'kysely'

// Made by `npm run schema` from a freshly migrated database; `npm run check` fails where the two differ.

export type ReviewsTables = {
  google_reviews: {
    business_id: string
    review_id: string
    reviewer_name: string | null
    photo_url: string | null
    is_anonymous: boolean
    stars: number | null
    comment: string | null
    written_at: Date
    changed_at: Date
    reply_comment: string | null
    replied_at: Date | null
    reply_url: string | null
    review_url: string | null
    found_at: Date
    fetched_at: Date
    expires_at: Date
    listed_at: Date | null
    missing_since: Date | null
  }
  profile_connections: {
    business_id: string
    id: Generated<string>
    google_sub: string | null
    refresh_token: Buffer
    granted_at: Date
    state: ProfileConnectionState
    state_since: Date
    account_id: string | null
    location_id: string | null
    location_title: string | null
    location_place_id: string | null
    is_verified: boolean | null
    location_read_at: Date | null
    notifies: Generated<boolean>
    next_read_at: Date | null
    last_read_at: Date | null
    refused_since: Date | null
    total_reviews: number | null
    average_rating: string | null
    totals_at: Date | null
    full_began_at: Date | null
    full_page_token: string | null
    full_read_at: Date | null
    full_was_whole: boolean | null
  }
  profile_consents: {
    business_id: string
    state_hash: Buffer
    browser_hash: Buffer
    session_hash: Buffer
    code_verifier: string
    expires_at: Date
  }
  reviews_seen: {
    business_id: string
    user_id: string
    seen_at: Date
  }
}

export type ProfileConnectionState =
  | 'choosing'
  | 'waiting_for_google'
  | 'connected'
  | 'needs_reauth'
  | 'unreachable'
  | 'detaching'
