import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

// Made by `npm run schema` from a freshly migrated database; `npm run check` fails where the two differ.

export type ReviewRequestsTables = {
  decisions: {
    business_id: string
    tenant_id: string
    invoice_id: string
    outcome: DecisionOutcome
    reason: string | null
    detail: Generated<Json>
    contact_id: string | null
    found_by: DecisionFoundBy
    decided_at: Date
  }
  found_texts: {
    message_sid: string
    kind: FoundTextKind
    link_token: string | null
    phone_hash: Buffer | null
    segments: Generated<number>
    sent_at: Date
    found_at: Generated<Date>
    adopted_at: Date | null
  }
  owner_choices: {
    business_id: string
    request_id: string
    id: Generated<string>
    choice: OwnerChoiceChoice
    chosen_at: Date
    user_id: string | null
  }
  reminder_mails: {
    business_id: string
    request_id: string
    state: ReminderMailState
    state_reason: string | null
    state_at: Date
    customer_email: string | null
    address_hash: Buffer
    planned_at: Date
    due_at: Date
  }
  reminder_settings: {
    business_id: string
    is_on: Generated<boolean>
    after_days: number
    channel: ReminderSettingChannel
    template: string
    attested: Generated<string[]>
    attested_at: Date | null
    attested_by: string | null
    updated_at: Date
    on_since: Date | null
  }
  review_requests: {
    business_id: string
    id: Generated<string>
    tenant_id: string
    invoice_id: string | null
    invoice_number: string | null
    correlation_id: string
    customer_name: string | null
    first_name: string | null
    customer_phone: string | null
    customer_email: string | null
    phone_hash: Buffer
    phone_country: string
    state: Generated<ReviewRequestState>
    state_reason: string | null
    scheduled_at: Date
    due_at: Date
    checked_at: Date
    waiting_since: Date | null
    attempts: Generated<number>
    sent_at: Date | null
    delivered_at: Date | null
    failed_at: Date | null
    asked_at: Date | null
    body: string | null
    segments: number | null
    price_cents: number | null
    message_sid: string | null
    link_token: string
    opened_at: Date | null
    open_count: Generated<number>
    timeline_at: GeneratedAlways<Date | null>
    search_text: GeneratedAlways<string | null>
    meant_at: Generated<Date>
    held_at: Date | null
    turn_at: Date | null
    ended_at: Date | null
    removed_after_months: number | null
    experiment_id: string | null
    experiment_side: ReviewRequestExperimentSide | null
    reminder_of: string | null
  }
  send_attempts: {
    business_id: string
    id: Generated<string>
    request_id: string
    number: number
    state: Generated<SendAttemptState>
    phone: string | null
    price_cents: number
    tries: Generated<number>
    retry_at: Date | null
    looks: Generated<number>
    first_look_at: Date | null
    next_look_at: Date | null
    message_sid: string | null
    error_code: string | null
    claimed_at: Generated<Date>
    settled_at: Date | null
    sender: string | null
  }
}

/** Written as text, read as what it says. */
type Json = ColumnType<unknown, string, string>

export type DecisionOutcome = 'scheduled' | 'skipped'

export type DecisionFoundBy = 'webhook' | 'sweep'

export type FoundTextKind = 'link' | 'redacted' | 'other'

export type OwnerChoiceChoice = 'send-now' | 'hold' | 'resume' | 'cancel' | 'undo-cancel'

export type ReminderMailState =
  | 'planned'
  | 'sending'
  | 'sent'
  | 'failed'
  | 'unknown'
  | 'cancelled'
  | 'expired'

export type ReminderSettingChannel = 'text' | 'email'

export type ReviewRequestState =
  | 'scheduled'
  | 'waiting_for_funds'
  | 'held'
  | 'sending'
  | 'unknown'
  | 'sent'
  | 'delivered'
  | 'failed'
  | 'cancelled'
  | 'expired'

export type ReviewRequestExperimentSide = 'a' | 'b'

export type SendAttemptState = 'sending' | 'retry' | 'unknown' | 'accepted' | 'rejected' | 'absent'
