import { sql, type RawBuilder } from 'kysely'
import type { TenantTrx } from '../../database/database.ts'
import type { XeroContact, XeroInvoice } from '../../integrations/xero/xero-types.ts'
import type { SqlTime } from '../../platform/postgres/connections/database-clock.ts'
import { startOf } from '../../database/moves.ts'
import { REASONS_OF_CONTACT } from '../deciding/review-request-rules.ts'
import { NO_LONGER_PAID } from './end-requests.ts'
import { REQUEST_MOVES } from './text-life.ts'

export type ToSchedule = {
  invoice: XeroInvoice
  contact: XeroContact | undefined
  phone: string
  country: string
  phoneHash: Buffer
  linkToken: string
  correlationId: string
  dueAt: Date
  /** In the experiment that runs. */
  assignment: { experimentId: string; side: 'a' | 'b' } | undefined
}

/**
 * An answer of Xero's that is written later than this after the question sends no text by itself: its process was
 * stopped, or has read much since. Xero is asked again before the text goes.
 */
export const ANSWER_HOLDS_MS = 15_000

/** Why a text was cancelled that a later decision brings back. */
const RESTORED = [NO_LONGER_PAID, 'cooldown', ...REASONS_OF_CONTACT]

const isRestored = (request: 'r' | 'review_requests') => {
  const [state, reason] = [sql.ref(`${request}.state`), sql.ref(`${request}.state_reason`)]
  return sql`${state} in (${startOf(REQUEST_MOVES.restore)}) and ${reason} = any(${RESTORED}::text[])`
}

type Where = { businessId: string; tenantId: string }

/**
 * One review request per invoice, due now or at the next moment inside the customer's hours. One that was cancelled as
 * `RESTORED` says is restored, held if its owner held it; any other is left as it is, also one that another business
 * made and we cannot see. Returns the invoices whose text waits now: the caller wakes the sender.
 */
export const scheduleReviewRequests = async (
  trx: TenantTrx,
  { businessId, tenantId }: Where,
  wanted: ToSchedule[],
  { now, askedAt, writtenAt, areNews }: { now: Date; askedAt: Date; writtenAt: SqlTime; areNews: boolean },
): Promise<Set<string>> => {
  if (wanted.length === 0) return new Set()
  const { schedule, restore, restoreHeld } = REQUEST_MOVES
  const columns = JSON.stringify(wanted.map(columnsOf))
  const scheduling = sql<{ id: string }>`
    insert into review_requests (business_id, tenant_id, invoice_id, state, customer_name, first_name, customer_phone,
                                 customer_email, phone_hash, phone_country, invoice_number, link_token, correlation_id,
                                 scheduled_at, due_at, meant_at, checked_at, experiment_id, experiment_side)
    select ${businessId}, ${tenantId}, invoice_id, ${sql.lit(schedule.to)}, customer_name, first_name, customer_phone, customer_email, phone_hash,
           phone_country, invoice_number, link_token, correlation_id, ${now}, r.due_at, r.due_at,
           case when (${writtenAt})::timestamptz - ${askedAt}::timestamptz > ${ANSWER_HOLDS_MS} * interval '1 millisecond' then to_timestamp(0)
                else ${askedAt} end,
           r.experiment_id, r.experiment_side
    from jsonb_to_recordset(${columns}::jsonb) as r (${COLUMNS})
    on conflict (tenant_id, invoice_id) do update
    set state = case when review_requests.held_at is null then ${sql.lit(restore.to)} else ${sql.lit(restoreHeld.to)} end,
        state_reason = null, customer_name = excluded.customer_name,
        first_name = excluded.first_name, customer_phone = excluded.customer_phone,
        customer_email = excluded.customer_email, phone_hash = excluded.phone_hash,
        phone_country = excluded.phone_country, scheduled_at = excluded.scheduled_at, due_at = excluded.due_at,
        meant_at = excluded.meant_at, turn_at = null,
        checked_at = excluded.checked_at, waiting_since = null,
        experiment_id = excluded.experiment_id, experiment_side = excluded.experiment_side
    where ${isRestored('review_requests')} and review_requests.business_id = excluded.business_id
    returning invoice_id as id`
  // In one round trip, and the attempts first, as whoever settles them locks them before their texts.
  const [, { rows }] = await Promise.all([
    areNews ? undefined : numbersForgotten({ businessId, tenantId }, columns).execute(trx),
    scheduling.execute(trx),
  ])
  return new Set(rows.map(({ id }) => id))
}

/**
 * Earlier attempts keep no other number than that of their text: of whoever has the old one nothing is kept, and who
 * asks to be erased is found by the number of a text alone.
 */
const numbersForgotten = ({ businessId, tenantId }: Where, columns: string): RawBuilder<unknown> => sql`
  update send_attempts a set phone = null
  from jsonb_to_recordset(${columns}::jsonb) as w (${COLUMNS})
  join review_requests r on r.tenant_id = ${tenantId} and r.invoice_id = w.invoice_id
  where r.business_id = ${businessId} and ${isRestored('r')} and r.phone_hash <> w.phone_hash
    and a.business_id = r.business_id and a.request_id = r.id and a.phone is not null`

/** What a request has from the decision about its invoice, as SQL reads it. */
export const columnsOf = ({
  invoice,
  contact,
  phone,
  country,
  phoneHash,
  linkToken,
  correlationId,
  dueAt,
  assignment,
}: ToSchedule) => ({
  invoice_id: invoice.invoiceId,
  customer_name: contact?.name ?? invoice.contactName,
  first_name: contact?.firstName,
  customer_phone: phone,
  customer_email: contact?.email,
  phone_hash: `\\x${phoneHash.toString('hex')}`,
  phone_country: country,
  invoice_number: invoice.number,
  link_token: linkToken,
  correlation_id: correlationId,
  due_at: dueAt,
  experiment_id: assignment?.experimentId,
  experiment_side: assignment?.side,
})

export const COLUMNS = sql.raw(`
  invoice_id uuid, customer_name text, first_name text, customer_phone text, customer_email text, phone_hash bytea,
  phone_country text, invoice_number text, link_token text, correlation_id text, due_at timestamptz,
  experiment_id uuid, experiment_side text`)
