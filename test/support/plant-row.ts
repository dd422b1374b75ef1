import type { ClientBase } from 'pg'

type Column = { name: string; type: string; isNeeded: boolean }

/**
 * Puts a row into any table, whatever its foreign keys, with a plausible value in every column that needs one. For
 * a table whose own checks need more, `given` or the values below are used.
 */
export const plantRow = async (
  owner: ClientBase,
  table: string,
  given: Record<string, unknown>,
): Promise<void> => {
  const { rows: columns } = await owner.query<Column>(
    `select a.attname as name, format_type(a.atttypid, null) as type,
            a.attnotnull and not a.atthasdef and a.attidentity = '' as "isNeeded"
     from pg_attribute a
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`,
    [table],
  )
  const needed = columns.filter(({ isNeeded, name }) => isNeeded && !(name in given))
  const values: Record<string, unknown> = {
    ...Object.fromEntries(needed.map(({ name, type }) => [name, plausible(type)])),
    ...ASKED[table],
    ...given,
  }
  const names = Object.keys(values)
  // Without its triggers: neither foreign keys nor the ledger's bookkeeping stand in the way.
  await owner.query('set session_replication_role = replica')
  try {
    await owner.query(
      `insert into ${table} (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
      Object.values(values),
    )
  } finally {
    await owner.query('reset session_replication_role')
  }
}

const plausible = (type: string): unknown => {
  if (type === 'uuid') return crypto.randomUUID()
  if (type === 'bytea') return Buffer.alloc(32, 7)
  if (type === 'boolean') return true
  if (type === 'jsonb' || type === 'json') return '{}'
  if (type === 'date') return '2026-11-20'
  if (type.startsWith('timestamp')) return new Date()
  if (/int|numeric|double/.test(type)) return 1
  if (type.endsWith('[]')) return []
  return 'words'
}

/** What a table's checks ask for. */
const ASKED: Record<string, Record<string, unknown>> = {
  support_consents: { ends_at: new Date('2099-01-01') },
  audit_log: { actor_kind: 'system' },
  google_reviews: { expires_at: new Date(), fetched_at: new Date() },
  profile_connections: { state: 'connected' },
  businesses: { currency: 'AUD' },
  auto_top_ups: { currency: 'AUD' },
  checkouts: { currency: 'AUD' },
  invoices: { found_by: 'sweep' },
  experiments: { kind: 'hold_out', seed: Buffer.alloc(16, 7), ends_at: new Date('2099-01-01') },
  experiment_customers: { side: 'a' },
  reminder_mails: { state: 'sent' },
  reminder_settings: { after_days: 7, channel: 'text' },
  erasures: { asked_by: 'owner' },
  excluded_labels: { kind: 'contact_group' },
  decisions: { outcome: 'scheduled', found_by: 'sweep' },
  review_requests: {
    // Another one for each row: an invoice has one text.
    get invoice_id() {
      return crypto.randomUUID()
    },
  },
  transfers: { kind: 'grant' },
  entries: { account: 'granted' },
  link_visits: { kind: 'visit' },
  qr_codes: {
    slug: 'bcdfghjkmn',
    place_id: 'ChIJ',
    place_name: 'Theirs',
    review_url: 'https://example.test',
    claimed_at: new Date(),
  },
  qr_transfers: { kind: 'claimed' },
  owner_choices: { choice: 'hold' },
  opt_outs: { source: 'stop' },
  owner_notices: { off_token: 'a-token-of-twenty-two-letters' },
  sms_inbound: { meaning: 'stop' },
  twilio_messages: { kind: 'status' },
}
