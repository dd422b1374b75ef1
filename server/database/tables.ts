import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { ClaimTables } from './claim-tables.ts'
import type { FundsTables } from './funds-tables.ts'
import type { NoticesTables } from './notices-tables.ts'

/** The rows as `pg` gives them: timestamptz is a Date, bigint and numeric are strings unless said otherwise. */
type Stamp = ColumnType<Date, Date | undefined, Date>
type NullableStamp = ColumnType<Date | null, Date | null | undefined, Date | null>
type Json = ColumnType<Record<string, unknown>, string | undefined, string>

export type Tables = ClaimTables &
  FundsTables &
  NoticesTables & {
    businesses: {
      id: Generated<string>
      name: string
      place_id: string | null
      review_url: string | null
      country: Generated<string>
      currency: string
      template: string
      automation_enabled: Generated<boolean>
      sending_from: number | null
      sending_until: number | null
      delay_minutes: Generated<number>
      cooldown_days: Generated<number>
      deactivated_at: NullableStamp
      created_at: Stamp
      address: string | null
      review_url_is_own: Generated<boolean>
      place_checked_at: NullableStamp
      place_missing_at: NullableStamp
      automation_returns: Generated<boolean>
      excluded_words: Generated<string[]>
    }
    users: {
      id: Generated<string>
      issuer: string
      subject: string
      name: string
      email: string
      business_id: string | null
      onboarded_at: NullableStamp
      deactivated_at: NullableStamp
      created_at: Stamp
      last_signed_in_at: Stamp
    }
    sessions: {
      token_hash: Buffer
      user_id: string
      created_at: Date
      seen_at: Date
      expires_at: Date
      ends_at: Date
      ended_at: NullableStamp
    }
    sign_in_states: {
      state_hash: Buffer
      browser_hash: Buffer
      nonce: string
      code_verifier: string
      intent: 'sign-in' | 'register' | 'reactivate'
      is_silent: boolean
      expires_at: Date
    }
    one_time_tokens: {
      token_hash: Buffer
      browser_hash: Buffer
      user_id: string
      purpose: 'session' | 'reactivate'
      expires_at: Date
      consumed_at: NullableStamp
    }
    xero_consents: {
      business_id: string
      state_hash: Buffer
      browser_hash: Buffer
      session_hash: Buffer
      expires_at: Date
    }
    sealed_secrets: { name: string; sealed: Buffer }
    xero_authorisations: {
      business_id: string
      id: Generated<string>
      authentication_event_id: string | null
      state: Generated<'connected' | 'needs_reconnect'>
      access_token: Buffer
      refresh_token: Buffer
      access_expires_at: Date
      refreshed_at: Stamp
      created_at: Stamp
    }
    organisations: {
      business_id: string
      tenant_id: string
      authorisation_id: string
      connection_id: string
      name: string
      type: Generated<string>
      short_code: string | null
      country: string | null
      time_zone: Generated<string>
      is_demo: Generated<boolean>
      state: Generated<'connected' | 'paused' | 'disconnected'>
      state_reason: string | null
      state_changed_at: Stamp
      live_since: NullableStamp
      sweep_cursor: NullableStamp
      swept_at: NullableStamp
      last_event_at: NullableStamp
      last_synced_at: NullableStamp
      created_date_utc: Stamp
      connected_at: Stamp
      minute_started_at: Stamp
      minute_calls: Generated<number>
      day_remaining: number | null
      blocked_until: NullableStamp
      paced_until: NullableStamp
      minute_spent: Generated<number>
    }
    xero_events: {
      business_id: string
      id: GeneratedAlways<string>
      tenant_id: string
      resource_id: string
      category: string
      event_type: string
      event_at: Date
      correlation_id: string
      received_at: Stamp
      handled_at: NullableStamp
    }
    invoices: {
      business_id: string
      tenant_id: string
      invoice_id: string
      number: string | null
      type: string
      status: string
      contact_id: string | null
      contact_name: string | null
      currency: string | null
      total: string
      amount_due: string
      amount_paid: string
      amount_credited: string
      paid_on: string | null
      updated_at: Date
      first_seen_at: Stamp
      found_by: 'webhook' | 'sweep'
    }
    decisions: {
      business_id: string
      tenant_id: string
      invoice_id: string
      outcome: 'scheduled' | 'skipped'
      reason: string | null
      detail: Json
      found_by: 'webhook' | 'sweep'
      decided_at: Date
      /** Only where a corrected contact can turn the decision. */
      contact_id: string | null
    }
    review_requests: {
      business_id: string
      id: Generated<string>
      tenant_id: string
      invoice_id: string
      state: Generated<ReviewRequestState>
      state_reason: string | null
      customer_name: string | null
      first_name: string | null
      customer_phone: string | null
      customer_email: string | null
      phone_hash: Buffer
      phone_country: string
      invoice_number: string | null
      link_token: string
      correlation_id: string
      scheduled_at: Date
      due_at: Date
      checked_at: Date
      waiting_since: NullableStamp
      attempts: Generated<number>
      body: string | null
      segments: number | null
      price_cents: number | null
      message_sid: string | null
      sent_at: NullableStamp
      delivered_at: NullableStamp
      failed_at: NullableStamp
      opened_at: NullableStamp
      open_count: Generated<number>
      asked_at: NullableStamp
      timeline_at: GeneratedAlways<Date>
      search_text: GeneratedAlways<string>
    }
    send_attempts: {
      business_id: string
      id: Generated<string>
      request_id: string
      number: number
      state: Generated<'sending' | 'retry' | 'unknown' | 'accepted' | 'rejected' | 'absent'>
      phone: string | null
      price_cents: number
      tries: Generated<number>
      retry_at: NullableStamp
      looks: Generated<number>
      first_look_at: NullableStamp
      next_look_at: NullableStamp
      message_sid: string | null
      error_code: string | null
      claimed_at: Stamp
      settled_at: NullableStamp
    }
    link_visits: {
      business_id: string
      id: GeneratedAlways<string>
      request_id: string
      kind: 'visit' | 'preview'
      visited_at: Stamp
    }
    sms_callbacks: {
      id: GeneratedAlways<string>
      message_sid: string
      status: string
      error_code: string | null
      attempt_id: string | null
      business_id: string | null
      received_at: Stamp
    }
    sms_inbound: {
      message_sid: string
      phone_hash: Buffer
      sender: string
      meaning: 'stop' | 'start' | 'other'
      business_id: string | null
      received_at: Stamp
    }
    opt_outs: {
      business_id: string
      phone_hash: Buffer
      source: 'stop' | 'link' | 'gateway' | 'owner'
      opted_out_at: Stamp
    }
    platform_opt_outs: { phone_hash: Buffer; source: 'stop' | 'gateway'; opted_out_at: Stamp }
    excluded_contacts: { business_id: string; tenant_id: string; contact_id: string; excluded_at: Stamp }
    test_texts: {
      business_id: string
      id: string
      user_id: string
      state: Generated<'sending' | 'unknown' | 'accepted' | 'rejected' | 'absent'>
      /** Until its fate is known. */
      phone: string | null
      segments: number
      price_cents: number
      link_token: string
      looks: Generated<number>
      message_sid: string | null
      error_code: string | null
      created_at: Date
      settled_at: NullableStamp
    }
    processes: {
      id: string
      kind: 'api' | 'worker'
      pool_id: string | null
      lock_key: GeneratedAlways<string>
      metrics: ColumnType<unknown, string | null | undefined, string | null>
      seen_at: Stamp
    }
  }

export type ReviewRequestState =
  | 'scheduled'
  | 'waiting_for_funds'
  | 'sending'
  | 'unknown'
  | 'sent'
  | 'delivered'
  | 'failed'
  | 'cancelled'
  | 'expired'
