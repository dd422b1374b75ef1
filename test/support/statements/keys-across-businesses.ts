const LEAD = 'the business as its first column: such ids and tokens do not repeat'
const BESIDE = 'nothing more than the primary key has: the id is made by chance'
const LISTED = 'a small table of its own on every node, in which it is unique'
const UNDISTRIBUTED = 'a table that stays on one node'

/** Unique indexes that hold across businesses. Where tables are distributed by business each needs something else. */
export const UNIQUE_ACROSS: Record<string, string> = {
  // A line may concern the whole installation.
  audit_log_pkey: UNDISTRIBUTED,
  auto_top_ups_card_id_key: LEAD,
  auto_top_ups_customer_id_key: LEAD,
  business_senders_of_one: LISTED,
  card_setups_session_id_key: LEAD,
  checkouts_by_id: BESIDE,
  checkouts_payment_intent_key: LEAD,
  checkouts_session_id_key: LEAD,
  organisations_connected: LISTED,
  owner_notices_off_token_key: LEAD,
  profile_consents_state_hash_key: LEAD,
  qr_codes_pkey: UNDISTRIBUTED,
  qr_transfers_pkey: UNDISTRIBUTED,
  review_requests_by_link: LEAD,
  // An organisation that moves to another business brings its invoices along: each is asked about once, by either.
  review_requests_once: LISTED,
  send_attempts_by_id: BESIDE,
  sms_callbacks_message_sid_status_slot_key: 'a business, which its rows do not have',
  sms_callbacks_pkey: 'a business, which its rows do not have',
  sms_inbound_pkey: UNDISTRIBUTED,
  support_sessions_token_hash_key: LEAD,
  test_texts_by_id: BESIDE,
  test_texts_link_token_key: LEAD,
  users_issuer_subject_key: UNDISTRIBUTED,
  users_pkey: UNDISTRIBUTED,
  xero_consents_state_hash_key: LEAD,
  xero_events_tenant_id_resource_id_event_at_category_event_t_key: LEAD,
}

/** Foreign keys that lead out of a business: to people, who stay on one node, and from a printed code to its story. */
export const FOREIGN_ACROSS = [
  'auto_top_ups_user_id_fkey',
  'checkouts_user_id_fkey',
  'qr_transfers_slug_fkey',
  'reviews_seen_user_id_fkey',
  'support_consents_user_id_fkey',
  'test_codes_user_id_fkey',
  'test_numbers_user_id_fkey',
  'test_texts_user_id_fkey',
]
