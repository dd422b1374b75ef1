import { sql } from 'kysely'
import type { TenantTrx } from '../database/database.ts'
import { WINDOW_DAYS, type Experiment, type Side } from './experiment-rules.ts'
import type { Counted } from './statistics-rules.ts'

export type KnownExperiment = Experiment & {
  wordingA: string | null
  wordingB: string | null
  /** By side; `came`: the link was opened in time, whatever became of the text otherwise. */
  opened: Record<Side, Counted>
}

const MOST = 20

/** The newest first. */
export const findExperiments = async (trx: TenantTrx, businessId: string): Promise<KnownExperiment[]> => {
  const { rows } = await sql<Omit<KnownExperiment, 'opened'>>`
    select id, kind, encode(seed, 'hex') as seed, percent_b as "percentB", delay_a_minutes as "delayA",
           delay_b_minutes as "delayB", wording_a as "wordingA", wording_b as "wordingB",
           registered_at as "registeredAt", ends_at as "endsAt", stopped_at as "stoppedAt"
    from experiments where business_id = ${businessId}
    order by id desc limit ${MOST}`.execute(trx)
  const counts = await sql<Counted & { id: string; side: Side }>`
    select c.experiment_id as id, c.side, count(*)::int as customers,
           (count(*) filter (where r.opened_at <= c.meant_at + ${WINDOW_DAYS} * interval '1 day'))::int as came
    from experiment_customers c
    left join review_requests r
      on r.business_id = c.business_id and r.tenant_id = c.tenant_id and r.invoice_id = c.invoice_id
    where c.business_id = ${businessId}
    group by c.experiment_id, c.side`.execute(trx)
  return rows.map((row) => {
    const of = (side: Side): Counted => {
      const found = counts.rows.find((one) => one.id === row.id && one.side === side)
      return { customers: found?.customers ?? 0, came: found?.came ?? 0 }
    }
    return { ...row, opened: { a: of('a'), b: of('b') } }
  })
}

export type Basis = {
  delayMinutes: number
  message: string
  /** Who was asked in the last 30 days, each once. */
  customersPerMonth: number
  /** Texts that went 21 to 180 days ago, and how many of their links were opened. */
  sent: number
  opened: number
}

/** What is known before one starts. */
export const findBasis = async (trx: TenantTrx, businessId: string, now: Date): Promise<Basis> => {
  const { rows } = await sql<Basis>`
    select b.delay_minutes as "delayMinutes", b.template as message,
           (select count(distinct r.phone_hash)::int from review_requests r
            where r.business_id = b.id and r.reminder_of is null and r.timeline_at > ${now}::timestamptz - interval '30 days'
              and r.scheduled_at > ${now}::timestamptz - interval '30 days') as "customersPerMonth",
           known.sent, known.opened
    from businesses b
    cross join lateral (
      select count(*)::int as sent, (count(*) filter (where r.opened_at is not null))::int as opened
      from review_requests r
      where r.business_id = b.id and r.sent_at is not null and r.reminder_of is null
        and r.timeline_at between ${now}::timestamptz - interval '180 days' and ${now}::timestamptz - interval '21 days') known
    where b.id = ${businessId}`.execute(trx)
  return rows[0]!
}
