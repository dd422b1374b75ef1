import type { ColumnType, Generated } from 'kysely'

type Stamp = ColumnType<Date, Date | undefined, Date>
type NullableStamp = ColumnType<Date | null, Date | null | undefined, Date | null>

/** The ledger, and what was bought with a card. */
export type FundsTables = {
  balances: {
    business_id: string
    available_cents: ColumnType<number, number | undefined, number>
    reserved_cents: ColumnType<number, number | undefined, number>
    may_overdraw: Generated<boolean>
  }
  transfers: {
    business_id: string
    id: Generated<string>
    kind: 'grant' | 'reserve' | 'capture' | 'release' | 'topup' | 'refund' | 'dispute' | 'reinstate'
    reference: string
    note: string | null
    created_at: Stamp
  }
  entries: {
    business_id: string
    transfer_id: string
    account: 'available' | 'reserved' | 'granted' | 'earned' | 'card'
    amount_cents: ColumnType<number, number, number>
  }
  checkouts: {
    business_id: string
    id: Generated<string>
    user_id: string
    amount_cents: number
    currency: string
    state: Generated<'open' | 'processing' | 'paid' | 'failed' | 'expired'>
    trouble: string | null
    session_id: string | null
    payment_intent: string | null
    receipt_url: string | null
    return_hash: Buffer | null
    return_until: NullableStamp
    created_at: Date
    expires_at: Date
    paid_at: NullableStamp
    /** A charge of the saved card at which nobody was present; the columns below are of those alone. */
    is_automatic: Generated<boolean>
    month: string | null
    customer_id: string | null
    card_words: string | null
    card_id: string | null
    failure: 'declined' | 'authentication' | 'unusable' | 'not_made' | null
    looks: Generated<number>
    first_look_at: NullableStamp
    next_look_at: NullableStamp
    failed_at: NullableStamp
  }
  auto_top_ups: {
    business_id: string
    user_id: string
    consented_at: Date
    consent_words: string
    is_on: boolean
    threshold_cents: number
    amount_cents: number
    month_cap_cents: number
    currency: string
    customer_id: string | null
    card_id: string | null
    card_brand: string | null
    card_last4: string | null
    card_ends: string | null
    paused_reason: 'declined' | 'authentication' | 'unusable' | 'taken_back' | null
    paused_at: NullableStamp
    told_at: NullableStamp
  }
  card_setups: {
    business_id: string
    id: Generated<string>
    session_id: string | null
    state: Generated<'open' | 'saved' | 'expired' | 'refused'>
    created_at: Date
  }
  stripe_events: {
    id: string
    type: string
    object_id: string
    created_at: Date
    received_at: Stamp
    found_by: 'webhook' | 'reconcile'
    handled_at: NullableStamp
    outcome: string | null
  }
}
