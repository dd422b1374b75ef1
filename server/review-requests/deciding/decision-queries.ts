import { sql } from 'kysely'
import { lockBusiness, type Db, type TenantTrx, type Trx } from '../../database/database.ts'
import { FENCE_IS_DOWN } from '../../database/fence.ts'
import { startOf } from '../../database/moves.ts'
import { latestExperiment } from '../../experiments/experiment-queries.ts'
import type { Experiment } from '../../experiments/experiment-rules.ts'
import { OPT_OUT_OF_R } from '../../opt-outs/opt-out.ts'
import type { SqlTime } from '../../platform/postgres/connections/database-clock.ts'
import { WAITING } from '../life/text-life.ts'
import { isOpenAgain } from './cancel-unpaid.ts'
import { REASONS_OF_PAYMENT, type SkipReason } from './review-request-rules.ts'
import type { ReviewRules } from './review-rules.ts'
import { savedRules } from './rules-queries.ts'

export type DecidingBusiness = {
  automationEnabled: boolean
  isDeactivated: boolean
  cooldownDays: number
  delayMinutes: number
  sendingFrom: number | null
  sendingUntil: number | null
  askFirstAt: number | null
  /** Its customers are not texted at night either where it says so. */
  keepsDecentHours: boolean
  rules: ReviewRules
  /** What its owner compares, or compared last. */
  experiment: Experiment | null
  mayDecide: boolean
  /** Texts were found at the gateway whose invoices are still to be decided anew. */
  hasFound: boolean
}

/** The lock of `asDecider`, for a transaction that has begun without it. Returns what the business has set by then. */
export const lockDecisions = async (trx: Trx, businessId: string): Promise<DecidingBusiness> => {
  await lockBusiness(trx, businessId, 'decide')
  return findDecidingBusiness(trx, businessId)
}

/** What a business has set, as it is now: for what decides, under the lock. */
export const findDecidingBusiness = async (trx: Trx, businessId: string): Promise<DecidingBusiness> => {
  const { rows } = await sql<DecidingBusiness>`${settingsOf(businessId)} ${ofBusiness(businessId)}`.execute(
    trx,
  )
  return rows[0]!
}

export const settingsOf = (businessId: string) => sql`
  select automation_enabled as "automationEnabled", deactivated_at is not null as "isDeactivated",
         cooldown_days as "cooldownDays", delay_minutes as "delayMinutes",
         sending_from as "sendingFrom", sending_until as "sendingUntil", ask_first_at as "askFirstAt",
         keeps_decent_hours as "keepsDecentHours", ${savedRules(businessId)} as rules,
         ${latestExperiment(businessId)} as experiment, ${FENCE_IS_DOWN} as "mayDecide", exists (select from found_texts where adopted_at is null) as "hasFound"`

export const ofBusiness = (businessId: string) => sql`from businesses where id = ${businessId}`

export type KnownOutcome = {
  invoiceId: string
  reason: SkipReason | null
  decidedAt: Date
  isOpenAgain: boolean
  /** Whoever its text was meant for opted out, also where the contact has another number by now. */
  isOptedOut: boolean
}

export type OnRecord = {
  /** Of those that were decided. */
  outcomes: Map<string, KnownOutcome>
  /** How new Xero's answer is that is on record, of those that have one. */
  updatedAt: Map<string, Date>
}

/** What is on record about these invoices, by their ids. */
export const invoicesOnRecord = async (
  trx: TenantTrx,
  { businessId, tenantId }: { businessId: string; tenantId: string },
  invoiceIds: string[],
  now: SqlTime,
): Promise<OnRecord> => {
  const { rows } = await sql<Recorded | (Recorded & KnownOutcome)>`
    select i.invoice_id as "invoiceId", i.updated_at as "updatedAt", d.reason, d.decided_at as "decidedAt", ${isOpenAgain(now)} as "isOpenAgain",
           exists (
             select from review_requests r ${OPT_OUT_OF_R}
             where r.tenant_id = d.tenant_id and r.invoice_id = d.invoice_id and r.business_id = d.business_id
               and opt_out.source is not null) as "isOptedOut"
    from invoices i
    left join decisions d
      on d.business_id = i.business_id and d.tenant_id = i.tenant_id and d.invoice_id = i.invoice_id
    where i.business_id = ${businessId} and i.tenant_id = ${tenantId}
      and i.invoice_id = any(${invoiceIds}::uuid[])`.execute(trx)
  const outcomes = rows.filter((row) => 'decidedAt' in row && row.decidedAt !== null) as KnownOutcome[]
  return {
    outcomes: new Map(outcomes.map((row) => [row.invoiceId, row])),
    updatedAt: new Map(rows.map(({ invoiceId, updatedAt }) => [invoiceId, updatedAt])),
  }
}

type Recorded = { invoiceId: string; updatedAt: Date }

/** Those of which a text went before the database was restored. */
export const foundTokens = async (trx: TenantTrx, tokens: string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ token: string }>`
    select link_token as token from found_texts
    where link_token = any(${tokens}::text[]) and adopted_at is null`.execute(trx)
  return new Set(rows.map(({ token }) => token))
}

export type CustomerHistory = {
  isOptedOut: boolean
  lastTextedAt: Date | undefined
  /** When the last text is due, where it was scheduled and has not been sent. */
  plannedFor: Date | undefined
  /** Of which invoice that text is. */
  plannedOf?: PlannedOf | undefined
}

export type PlannedOf = { tenantId: string; invoiceId: string }

const STILL_TO_GO = sql`r.state in (${startOf({ from: [...WAITING, 'sending'] })})`

/**
 * By hex of the phone's hash: who opted out, and who was texted or reminded by e-mail, or is about to be, when last. A
 * text that waits counts as sent now, however long it has waited: it goes after whatever is decided now. One whose
 * outcome is not known counts from its claim. The request `except` counts for nothing.
 */
export const customerHistories = async (
  trx: TenantTrx,
  { businessId, now, except }: { businessId: string; now: Date; except?: { id: string; linkToken: string } },
  phoneHashes: Buffer[],
): Promise<Map<string, CustomerHistory>> => {
  if (phoneHashes.length === 0) return new Map()
  const isOther = except ? sql`and r.id <> ${except.id}` : sql``
  const isOfOther = except ? sql`and f.link_token is distinct from ${except.linkToken}` : sql``
  const { rows } = await sql<{
    hash: string
    out: boolean
    last: Date | null
    planned: Date | null
    plannedOf: PlannedOf | null
  }>`
    select encode(phone.hash, 'hex') as hash,
           exists (select from opt_outs o where o.business_id = ${businessId} and o.phone_hash = phone.hash)
             or exists (select from platform_opt_outs p where p.phone_hash = phone.hash) as out,
           greatest(latest.last, found.last, mailed.last) as last, latest.planned, latest."plannedOf"
    from unnest(${phoneHashes}::bytea[]) as phone (hash)
    left join lateral (
      select coalesce(r.sent_at, case when ${STILL_TO_GO} then ${now}::timestamptz
                                  else greatest(r.scheduled_at, r.due_at) end) as last,
             case when r.sent_at is null then r.due_at end as planned,
             case when r.sent_at is null
                  then jsonb_build_object('tenantId', r.tenant_id, 'invoiceId', r.invoice_id) end as "plannedOf"
      from review_requests r
      where r.business_id = ${businessId} and r.phone_hash = phone.hash
        and r.state not in ('failed', 'cancelled', 'expired') ${isOther}
        -- A reminder counts once it is on its way: one that waits ends where a later invoice is asked about.
        and (r.reminder_of is null or r.state not in (${startOf({ from: [...WAITING] })}))
      order by ${STILL_TO_GO} desc, last desc, r.scheduled_at desc limit 1) latest on true
    left join lateral (
      -- A text that a restore has forgotten, until its own invoice is decided anew, which its link tells.
      select max(f.sent_at) as last from found_texts f
      where f.phone_hash = phone.hash and f.adopted_at is null and f.kind = 'link' ${isOfOther}) found on true
    left join lateral (
      select max(m.state_at) as last
      from review_requests r
      join reminder_mails m on m.business_id = r.business_id and m.request_id = r.id
      where r.business_id = ${businessId} and r.phone_hash = phone.hash
        and m.state in ('sending', 'sent', 'unknown')) mailed on true`.execute(trx)
  return new Map(
    rows.map(({ hash, out, last, planned, plannedOf }) => [
      hash,
      {
        isOptedOut: out,
        lastTextedAt: last ?? undefined,
        plannedFor: planned ?? undefined,
        plannedOf: plannedOf ?? undefined,
      },
    ]),
  )
}

/** An invoice as Xero lists it now; without its moment where it could not be read. */
export type SeenInvoice = { invoiceId: string; updatedAt?: Date }

/** Which of these invoices have a final outcome. One that rests on the payment is final until the invoice is edited. */
export const decidedInvoices = async (
  db: Db,
  { businessId, tenantId }: { businessId: string; tenantId: string },
  seen: SeenInvoice[],
  now: SqlTime,
): Promise<Set<string>> => {
  if (seen.length === 0) return new Set()
  const rows = seen.map(({ invoiceId, updatedAt }) => ({ id: invoiceId, updated_at: updatedAt }))
  const { rows: decided } = await sql<{ invoice_id: string }>`
    select d.invoice_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as seen (id uuid, updated_at timestamptz)
    join decisions d on d.business_id = ${businessId} and d.tenant_id = ${tenantId} and d.invoice_id = seen.id
    where not ${isOpenAgain(now)}
      and not (d.reason = any(${REASONS_OF_PAYMENT}::text[]) and exists (
        select from invoices i
        where i.business_id = d.business_id and i.tenant_id = d.tenant_id and i.invoice_id = d.invoice_id
          and i.updated_at < seen.updated_at))`.execute(db)
  return new Set(decided.map(({ invoice_id }) => invoice_id))
}
