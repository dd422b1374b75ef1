import { sql, type RawBuilder } from 'kysely'

type Statement = (businessId: string) => RawBuilder<unknown>

const gone =
  (table: string): Statement =>
  (businessId) =>
    sql`delete from ${sql.table(table)} where business_id = ${businessId}`

const ofUsers =
  (table: string): Statement =>
  (businessId) =>
    sql`delete from ${sql.table(table)}
        where user_id in (select id from users where business_id = ${businessId})`

/**
 * The rest of a business, in one transaction. What money, a refusal or another business refers to keeps its row, empty:
 * ids and amounts stay, names do not.
 */
export const ROWS_OF_FEW: Statement[] = [
  gone('experiments'),
  gone('reminder_settings'),
  gone('excluded_contacts'),
  gone('excluded_labels'),
  gone('card_setups'),
  gone('test_codes'),
  gone('test_numbers'),
  gone('xero_consents'),
  gone('profile_consents'),
  gone('google_reviews'),
  gone('reviews_seen'),
  gone('profile_connections'),
  gone('support_sessions'),
  ofUsers('sessions'),
  ofUsers('one_time_tokens'),
  (businessId) => sql`
    update test_texts set phone = null where business_id = ${businessId} and phone is not null`,
  (businessId) => sql`
    update checkouts set receipt_url = null, page_url = null, card_words = null, return_hash = null, return_until = null
    where business_id = ${businessId}`,
  (businessId) => sql`
    update auto_top_ups set consent_words = '', card_brand = null, card_last4 = null, card_ends = null
    where business_id = ${businessId}`,
  (businessId) => sql`
    update organisations set name = 'Erased organisation', short_code = null, state_reason = null
    where business_id = ${businessId}`,
  (businessId) => sql`
    update xero_authorisations set access_token = '', refresh_token = '', state = 'needs_reconnect'
    where business_id = ${businessId}`,
  // A number may be replied to for years, and STOP then has to count. A name takes no replies.
  (businessId) => sql`
    update business_senders set released_at = coalesce(released_at, greatest(now(), assigned_at)),
           sender = case when sender ~ '^[+]?[0-9]+$' then sender else 'erased' end
    where business_id = ${businessId}`,
  (businessId) => sql`
    update send_attempts set sender = 'erased'
    where business_id = ${businessId} and sender is not null and sender !~ '^[+]?[0-9]+$'`,
  (businessId) => sql`
    update test_texts set sender = 'erased'
    where business_id = ${businessId} and sender is not null and sender !~ '^[+]?[0-9]+$'`,
  (businessId) => sql`
    update owner_notices set is_off = true, letter_is_off = true, reviews_mail = 'never', off_token = gen_random_uuid()::text
    where business_id = ${businessId}`,
  // Whoever signs in with the same account at Google later begins anew.
  (businessId) => sql`
    update users
    set issuer = 'erased', subject = id::text, name = 'Erased', email = 'erased', business_id = null, onboarded_at = null
    where business_id = ${businessId}`,
  (businessId) => sql`
    update businesses
    set name = 'Erased business', address = null, place_id = null, review_url = null, review_url_is_own = false,
        place_checked_at = null, place_missing_at = null, template = 'Erased', excluded_words = '{}', invoice_words = '{}',
        automation_returns = false, paused_at = null, paused_because = null
    where id = ${businessId}`,
]
