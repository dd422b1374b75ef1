import { sql } from 'kysely'
import type { TenantTrx } from '../database/database.ts'
import { HIDDEN_TOKEN } from '../texts/link-token.ts'
import { findTimeZone } from './business-time-zone.ts'

const ROWS_AT_ONCE = 500

/** Each table's query for the rows of one business. Tokens and sessions are left out. */
const SECTIONS = {
  business: 'select * from businesses',
  people: 'select id, name, email, created_at, onboarded_at, deactivated_at, last_signed_in_at from users',
  organisations: 'select * from organisations order by connected_at',
  invoices: 'select * from invoices order by first_seen_at, invoice_id',
  decisions: 'select * from decisions order by decided_at, invoice_id',
  reviewRequests: `select without.* from review_requests r, jsonb_populate_record(r, jsonb_build_object(
                     'link_token', null, 'body', replace(r.body, r.link_token, '${HIDDEN_TOKEN}'))) without
                   order by without.scheduled_at, without.id`,
  ownerChoices: 'select * from owner_choices order by chosen_at, id',
  experiments: 'select * from experiments order by registered_at, id',
  experimentCustomers: `select experiment_id, side, tenant_id, invoice_id, entered_at, meant_at
                        from experiment_customers order by entered_at, invoice_id`,
  reminders:
    'select is_on, after_days, channel, template, attested, attested_at, on_since, updated_at from reminder_settings',
  reminderMails: 'select * from reminder_mails order by planned_at, request_id',
  sendAttempts: 'select * from send_attempts order by claimed_at, id',
  linkVisits: 'select * from link_visits order by id',
  testTexts: 'select * from test_texts order by created_at, id',
  testNumbers: 'select user_id, confirmed_at from test_numbers order by confirmed_at',
  excludedContacts: 'select * from excluded_contacts order by excluded_at',
  excludedLabels: 'select * from excluded_labels order by excluded_at, label_id',
  checkouts: `select id, user_id, amount_cents, currency, state, trouble, session_id, receipt_url, created_at, paid_at,
                     is_automatic, month, card_words, failure
              from checkouts order by created_at`,
  autoTopUp: `select user_id, consented_at, consent_words, is_on, threshold_cents, amount_cents, month_cap_cents, currency,
                     card_brand, card_last4, card_ends, paused_reason, paused_at
              from auto_top_ups`,
  printedCodes: `select slug, batch, place_id, place_name, place_address, review_url, claimed_at, scan_count, last_scanned_at
                 from qr_codes order by claimed_at, slug`,
  printedCodeTransfers: 'select slug, kind, place_id, place_name, happened_at from qr_transfers order by id',
  senders: 'select sender, assigned_at, released_at from business_senders order by assigned_at, sender',
  optOuts: 'select * from opt_outs order by opted_out_at',
  emailOptOuts: 'select * from email_opt_outs order by opted_out_at',
  balance: 'select * from balances',
  transfers: `select t.*, (select json_agg(json_build_object('account', e.account, 'amount_cents', e.amount_cents)
                                            order by e.account)
                           from entries e where e.business_id = t.business_id and e.transfer_id = t.id) as entries
              from transfers t order by t.created_at, t.id`,
}

/**
 * Everything of one business as one JSON document, in its time zone, in pieces, seen at one moment. The queries name
 * no business on purpose: `trx` acts as the tenant (asBusiness), for whom row-level security hides all other rows.
 */
export async function* exportBusiness(
  trx: TenantTrx,
  businessId: string,
  exportedAt: Date,
): AsyncGenerator<string> {
  await sql`set transaction isolation level repeatable read, read only`.execute(trx)
  const timeZone = await findTimeZone(trx, businessId)
  await sql`select set_config('timezone', ${timeZone}, true)`.execute(trx)
  yield `{"exportedAt":${JSON.stringify(exportedAt)},\n"timeZone":${JSON.stringify(timeZone)}`
  for (const [name, query] of Object.entries(SECTIONS)) {
    yield `,\n${JSON.stringify(name)}:[`
    yield* rowsOf(trx, query)
    yield ']'
  }
  yield '}\n'
}

async function* rowsOf(trx: TenantTrx, query: string): AsyncGenerator<string> {
  await sql`declare exported no scroll cursor for
    select row_to_json(one)::text as line from (${sql.raw(query)}) one`.execute(trx)
  for (let before = ''; ; before = ',') {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(ROWS_AT_ONCE)} from exported`.execute(trx)
    if (rows.length > 0) yield `${before}\n${rows.map(({ line }) => line).join(',\n')}`
    if (rows.length < ROWS_AT_ONCE) break
  }
  await sql`close exported`.execute(trx)
}
