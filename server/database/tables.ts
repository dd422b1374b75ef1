import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely'

// Made by `npm run schema` from a freshly migrated database; `npm run check` fails where the two differ.

export type Tables = {
  acts: {
    business_id: string
    key: string
    asked: Buffer
    began_at: Date
    answer: Json | null
  }
  audit_log: {
    id: Generated<string>
    business_id: string | null
    at: Date
    actor_kind: AuditLogActorKind
    actor: string
    act: string
    reason: string | null
    details: Json
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
    paused_reason: AutoTopUpPausedReason | null
    paused_at: Date | null
    told_at: Date | null
  }
  backups: {
    id: Generated<string>
    place: string
    name: string
    taken_at: Date
    finished_at: Date | null
    bytes: number | null
    read_back_at: Date | null
    verified_at: Date | null
    failed_at: Date | null
    error: string | null
    removed_at: Date | null
  }
  balances: {
    business_id: string
    available_cents: Generated<number>
    reserved_cents: Generated<number>
    may_overdraw: Generated<boolean>
  }
  business_senders: {
    business_id: string
    sender: string
    assigned_at: Generated<Date>
    released_at: Date | null
  }
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
  entries: {
    business_id: string
    transfer_id: string
    account: EntryAccount
    amount_cents: number
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
  excluded_contacts: {
    business_id: string
    tenant_id: string
    contact_id: string
    excluded_at: Generated<Date>
    name: string | null
    erased_at: Date | null
  }
  excluded_labels: {
    business_id: string
    tenant_id: string
    kind: ExcludedLabelKind
    label_id: string
    name: string
    excluded_at: Generated<Date>
  }
  experiment_customers: {
    business_id: string
    experiment_id: string
    draw: Buffer
    side: ExperimentCustomerSide
    tenant_id: string
    invoice_id: string
    entered_at: Date
    meant_at: Date
  }
  experiments: {
    business_id: string
    id: Generated<string>
    kind: ExperimentKind
    seed: Buffer
    percent_b: number
    delay_a_minutes: number | null
    delay_b_minutes: number | null
    wording_a: string | null
    wording_b: string | null
    registered_at: Date
    ends_at: Date
    stopped_at: Date | null
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
  inbound_polls: {
    sender: string
    polled_at: Date
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
    first_seen_at: Generated<Date>
    found_by: InvoiceFoundBy
    reference: string | null
    contact_groups: string[] | null
    tracking: string[] | null
    removed_after_months: number | null
  }
  leases: {
    name: string
    holder: string
    token: Generated<string>
    expires_at: Date
  }
  link_visits: {
    business_id: string
    id: GeneratedAlways<number>
    request_id: string
    kind: LinkVisitKind
    visited_at: Generated<Date>
  }
  metric_totals: {
    is_only: Generated<boolean>
    totals: Generated<Json>
  }
  one_time_tokens: {
    token_hash: Buffer
    browser_hash: Buffer
    user_id: string
    purpose: OneTimeTokenPurpose
    expires_at: Date
    consumed_at: Date | null
  }
  operator_sessions: {
    token_hash: Buffer
    name: string
    admitted_by: string
    created_at: Date
    seen_at: Date
    expires_at: Date
    ends_at: Date
  }
  opt_outs: {
    business_id: string
    phone_hash: Buffer
    source: OptOutSource
    opted_out_at: Generated<Date>
    sender: Generated<string>
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
    state: Generated<OrganisationState>
    state_reason: string | null
    state_changed_at: Generated<Date>
    created_date_utc: Generated<Date>
    connected_at: Generated<Date>
    live_since: Date | null
    sweep_cursor: Date | null
    swept_at: Date | null
    last_event_at: Date | null
    last_synced_at: Date | null
    minute_started_at: Generated<Date>
    minute_calls: Generated<number>
    minute_spent: Generated<number>
    day_remaining: number | null
    blocked_until: Date | null
    paced_until: Date | null
    day_read_at: Date | null
    currency: string | null
  }
  owner_choices: {
    business_id: string
    request_id: string
    id: Generated<string>
    choice: OwnerChoiceChoice
    chosen_at: Date
    user_id: string | null
  }
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
  platform_opt_outs: {
    phone_hash: Buffer
    source: PlatformOptOutSource
    opted_out_at: Generated<Date>
  }
  processes: {
    id: string
    kind: ProcessKind
    pool_id: string | null
    metrics: Json | null
    seen_at: Generated<Date>
    place: string | null
    pid: number | null
    departed_at: Date | null
    knows: number | null
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
  rate_limits: {
    key: string
    points: Generated<number>
    expire: number | null
  }
  recovery: {
    is_only: Generated<boolean>
    system_id: number
    timeline: string
    started_at: Date
    made_as: number
    seen_at: Generated<Date>
    fenced_at: Date | null
    reason: RecoveryReason | null
    since: Date | null
    steps_done: Generated<string[]>
    waits_for: string | null
    lifted_at: Date | null
    found: Generated<Json>
  }
  retention: {
    is_only: Generated<boolean>
    finished_at: Date
    removed: Json
  }
  review_requests: {
    business_id: string
    id: Generated<string>
    tenant_id: string
    invoice_id: string
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
  }
  reviews_seen: {
    business_id: string
    user_id: string
    seen_at: Date
  }
  schema_functions: {
    name: string
    sha256: string
    applied_at: Generated<Date>
    release: Generated<number>
  }
  schema_migrations: {
    name: string
    sha256: string
    applied_at: Generated<Date>
    breaking: Generated<boolean>
  }
  sealed_secrets: {
    name: string
    sealed: Buffer
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
  sessions: {
    token_hash: Buffer
    user_id: string
    created_at: Date
    seen_at: Date
    expires_at: Date
    ends_at: Date
    ended_at: Date | null
  }
  sign_in_states: {
    state_hash: Buffer
    browser_hash: Buffer
    nonce: string
    code_verifier: string
    intent: SignInStateIntent
    is_silent: boolean
    expires_at: Date
  }
  sms_callbacks: {
    id: GeneratedAlways<number>
    message_sid: string
    status: string
    error_code: string | null
    attempt_id: string | null
    business_id: string | null
    received_at: Generated<Date>
    outcome: SmsCallbackOutcome | null
  }
  sms_inbound: {
    message_sid: string
    phone_hash: Buffer
    sender: string
    meaning: SmsInboundMeaning
    business_id: string | null
    received_at: Generated<Date>
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
  support_consents: {
    business_id: string
    id: Generated<string>
    user_id: string
    given_at: Date
    ends_at: Date
    withdrawn_at: Date | null
  }
  support_sessions: {
    business_id: string
    token_hash: Buffer
    consent_id: string
    operator: string
    operator_session: Buffer
    began_at: Date
    ends_at: Date
  }
  test_codes: {
    business_id: string
    id: string
    user_id: string
    request_key: string
    phone: string | null
    phone_hash: Buffer
    code_hash: Buffer
    tries: Generated<number>
    created_at: Date
    expires_at: Date
    answered_at: Date | null
    message_sid: string | null
    error_code: string | null
  }
  test_numbers: {
    business_id: string
    phone_hash: Buffer
    user_id: string
    confirmed_at: Date
  }
  test_texts: {
    business_id: string
    id: string
    user_id: string
    state: Generated<TestTextState>
    phone: string | null
    segments: number
    price_cents: number
    link_token: string
    looks: Generated<number>
    first_look_at: Date | null
    message_sid: string | null
    error_code: string | null
    created_at: Date
    settled_at: Date | null
    request_key: string
    asked_hash: Buffer
    sender: string | null
  }
  transfers: {
    business_id: string
    id: Generated<string>
    kind: TransferKind
    reference: string
    note: string | null
    created_at: Generated<Date>
    checkout_id: string | null
  }
  twilio_messages: {
    id: string
    kind: TwilioMessageKind
    about: string
    content: string
    received_at: Generated<Date>
    handled_at: Date | null
    attempts: Generated<number>
    failed_at: Date | null
    error: string | null
    retry_at: Date | null
    dead_at: Date | null
  }
  users: {
    id: Generated<string>
    issuer: string
    subject: string
    name: string
    email: string
    business_id: string | null
    onboarded_at: Date | null
    deactivated_at: Date | null
    created_at: Generated<Date>
    last_signed_in_at: Generated<Date>
  }
  xero_authorisations: {
    business_id: string
    id: Generated<string>
    authentication_event_id: string | null
    state: Generated<XeroAuthorisationState>
    access_token: Buffer
    refresh_token: Buffer
    access_expires_at: Date
    refreshed_at: Generated<Date>
    created_at: Generated<Date>
  }
  xero_consents: {
    business_id: string
    state_hash: Buffer
    browser_hash: Buffer
    session_hash: Buffer
    expires_at: Date
  }
  xero_events: {
    business_id: string
    id: GeneratedAlways<number>
    tenant_id: string
    resource_id: string
    category: string
    event_type: string
    event_at: Date
    correlation_id: string
    received_at: Generated<Date>
    handled_at: Date | null
    attempts: Generated<number>
    failed_at: Date | null
    error: string | null
    retry_at: Date | null
    dead_at: Date | null
  }
}

/** A row of a table as it is read. */
export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>

/** Written as text, read as what it says. */
type Json = ColumnType<unknown, string, string>

export type AuditLogActorKind = 'owner' | 'operator' | 'system'

export type AutoTopUpPausedReason = 'declined' | 'authentication' | 'unusable' | 'taken_back'

export type CardSetupState = 'open' | 'saved' | 'expired' | 'refused'

export type CheckoutState = 'open' | 'processing' | 'paid' | 'failed' | 'expired'

export type CheckoutFailure = 'declined' | 'authentication' | 'unusable' | 'not_made'

export type DecisionOutcome = 'scheduled' | 'skipped'

export type DecisionFoundBy = 'webhook' | 'sweep'

export type EntryAccount = 'available' | 'reserved' | 'granted' | 'earned' | 'card'

export type ErasureAskedBy = 'owner' | 'operator'

export type ExcludedLabelKind = 'contact_group' | 'tracking_option'

export type ExperimentCustomerSide = 'a' | 'b'

export type ExperimentKind = 'hold_out' | 'delays' | 'wordings'

export type FoundTextKind = 'link' | 'redacted' | 'other'

export type InvoiceFoundBy = 'webhook' | 'sweep'

export type LinkVisitKind = 'visit' | 'preview'

export type OneTimeTokenPurpose = 'session' | 'reactivate'

export type OptOutSource = 'stop' | 'link' | 'gateway' | 'owner'

export type OrganisationState = 'connected' | 'paused' | 'disconnected'

export type OwnerChoiceChoice = 'send-now' | 'hold' | 'resume' | 'cancel' | 'undo-cancel'

export type OwnerNoticeReviewsMail = 'at_once' | 'weekly' | 'never'

export type PlatformOptOutSource = 'stop' | 'gateway' | 'link'

export type ProcessKind = 'api' | 'worker'

export type ProfileConnectionState =
  | 'choosing'
  | 'waiting_for_google'
  | 'connected'
  | 'needs_reauth'
  | 'unreachable'
  | 'detaching'

export type QrTransferKind = 'claimed' | 'adopted' | 'moved' | 'released'

export type RecoveryReason = 'restarted' | 'restored' | 'text' | 'report' | 'payment'

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

export type SignInStateIntent = 'sign-in' | 'register' | 'reactivate' | 'operator'

export type SmsCallbackOutcome = 'sent' | 'delivered' | 'failed'

export type SmsInboundMeaning = 'stop' | 'start' | 'other'

export type StripeEventFoundBy = 'webhook' | 'reconcile'

export type TestTextState = 'sending' | 'unknown' | 'accepted' | 'rejected' | 'absent'

export type TransferKind =
  | 'grant'
  | 'reserve'
  | 'capture'
  | 'release'
  | 'topup'
  | 'refund'
  | 'dispute'
  | 'reinstate'

export type TwilioMessageKind = 'status' | 'inbound'

export type XeroAuthorisationState = 'connected' | 'needs_reconnect'
