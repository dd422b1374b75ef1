import type { Generated } from 'kysely'

// Made by `npm run schema` from a freshly migrated database; `npm run check` fails where the two differ.

export type NoticesTables = {
  owner_notices: {
    business_id: string
    is_off: Generated<boolean>
    funds_level: Generated<number>
    xero_told: Generated<boolean>
    last_sent_at: Date | null
    off_token: string
    letter_is_off: Generated<boolean>
    letter_of: string | null
    flood_told: Generated<boolean>
    reviews_mail: Generated<OwnerNoticeReviewsMail>
    reviews_told_at: Date | null
  }
}

export type OwnerNoticeReviewsMail = 'at_once' | 'weekly' | 'never'
