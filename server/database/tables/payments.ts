import type { Generated } from 'kysely'

// Made by `npm run schema` from a freshly migrated database; `npm run check` fails where the two differ.

export type PaymentsTables = {
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
    paused_reason: AutoTopUpPausedReason | null
    paused_at: Date | null
    told_at: Date | null
  }
  card_setups: {
    business_id: string
    id: Generated<string>
    session_id: string | null
    state: Generated<CardSetupState>
    created_at: Date
    idempotency_key: string | null
    page_url: string | null
  }
  checkouts: {
    business_id: string
    id: Generated<string>
    user_id: string
    amount_cents: number
    currency: string
    state: Generated<CheckoutState>
    trouble: string | null
    session_id: string | null
    payment_intent: string | null
    receipt_url: string | null
    return_hash: Buffer | null
    return_until: Date | null
    created_at: Date
    expires_at: Date
    paid_at: Date | null
    failed_at: Date | null
    is_automatic: Generated<boolean>
    month: string | null
    customer_id: string | null
    card_id: string | null
    card_words: string | null
    failure: CheckoutFailure | null
    looks: Generated<number>
    first_look_at: Date | null
    next_look_at: Date | null
    idempotency_key: string | null
    page_url: string | null
  }
  payment_polls: {
    is_only: Generated<boolean>
    polled_at: Date
  }
  stripe_events: {
    id: string
    type: string
    object_id: string
    created_at: Date
    received_at: Generated<Date>
    found_by: StripeEventFoundBy
    handled_at: Date | null
    attempts: Generated<number>
    failed_at: Date | null
    error: string | null
    retry_at: Date | null
    dead_at: Date | null
    outcome: string | null
  }
}

export type AutoTopUpPausedReason = 'declined' | 'authentication' | 'unusable' | 'taken_back' | 'unconfirmed'

export type CardSetupState = 'open' | 'saved' | 'expired' | 'refused'

export type CheckoutState = 'open' | 'processing' | 'paid' | 'failed' | 'expired'

export type CheckoutFailure = 'declined' | 'authentication' | 'unusable' | 'not_made'

export type StripeEventFoundBy = 'webhook' | 'reconcile'
