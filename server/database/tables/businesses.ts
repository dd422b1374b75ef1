import type { Generated } from 'kysely'

// Made by `npm run schema` from a freshly migrated database; `npm run check` fails where the two differ.

export type BusinessesTables = {
  businesses: {
    id: Generated<string>
    name: string
    address: string | null
    country: Generated<string>
    currency: string
    created_at: Generated<Date>
    deactivated_at: Date | null
    place_id: string | null
    review_url: string | null
    review_url_is_own: Generated<boolean>
    place_checked_at: Date | null
    place_missing_at: Date | null
    template: string
    automation_enabled: Generated<boolean>
    automation_returns: Generated<boolean>
    sending_from: Generated<number | null>
    sending_until: Generated<number | null>
    delay_minutes: Generated<number>
    cooldown_days: Generated<number>
    excluded_words: Generated<string[]>
    ask_first_at: number | null
    smallest_cents: number | null
    leaves_out_deposits: Generated<boolean>
    invoice_words: Generated<string[]>
    pace_per_hour: Generated<number | null>
    pace_per_day: Generated<number | null>
    keeps_decent_hours: Generated<boolean>
    paused_at: Date | null
    paused_because: string | null
  }
  erasures: {
    business_id: string
    id: Generated<string>
    asked_at: Date
    asked_by: ErasureAskedBy
    erases_at: Date
    wants_refund: Generated<boolean>
    taken_back_at: Date | null
    began_at: Date | null
    erased_at: Date | null
  }
}

export type ErasureAskedBy = 'owner' | 'operator'
