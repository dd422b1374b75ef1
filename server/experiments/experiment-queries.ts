import { sql, type RawBuilder } from 'kysely'
import { COUNTED_DAYS, type Experiment, type Side } from './experiment-rules.ts'

/** The experiment that was registered last, as a column of a query; it may be over. */
export const latestExperiment = (businessId: string): RawBuilder<Experiment | null> => sql`
  (select jsonb_build_object(
     'id', e.id, 'kind', e.kind, 'seed', encode(e.seed, 'hex'), 'percentB', e.percent_b,
     'delayA', e.delay_a_minutes, 'delayB', e.delay_b_minutes,
     'registeredAt', e.registered_at, 'endsAt', e.ends_at, 'stoppedAt', e.stopped_at)
   from experiments e where e.business_id = ${businessId} order by e.id desc limit 1)`

/** The message that a request `r` is to have where messages are compared, unless that was stopped; else null. */
export const WORDING_OF_R: RawBuilder<string | null> = sql`
  case when r.experiment_id is not null then (
    select case r.experiment_side when 'a' then e.wording_a else e.wording_b end
    from experiments e
    where e.business_id = r.business_id and e.id = r.experiment_id and e.stopped_at is null) end`

/** Whether a request `r` is of an experiment that is still counted: a second message to one side would change it. */
export const isCountedOfR = (now: Date): RawBuilder<boolean> => sql`
  exists (
    select from experiments e
    where e.business_id = r.business_id and e.id = r.experiment_id and e.stopped_at is null
      and e.ends_at + make_interval(
        days => ${COUNTED_DAYS}::int,
        mins => greatest(e.delay_a_minutes, e.delay_b_minutes, 0)) > ${now})`

export type Entered = {
  draw: Buffer
  experimentId: string
  side: Side
  invoiceId: string
  meantAt: Date
}

/** Each customer counts once, with the first decision about her. */
export const customersEntered = (
  { businessId, tenantId }: { businessId: string; tenantId: string },
  entered: Entered[],
  now: Date,
): RawBuilder<unknown>[] => {
  if (entered.length === 0) return []
  const rows = entered.map(({ draw, ...row }) => ({ ...row, draw: `\\x${draw.toString('hex')}` }))
  const statement = sql`
    insert into experiment_customers (
      business_id, experiment_id, draw, side, tenant_id, invoice_id, entered_at, meant_at)
    select ${businessId}, "experimentId", draw, side, ${tenantId}, "invoiceId", ${now}, "meantAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (
      "experimentId" uuid, draw bytea, side text, "invoiceId" uuid, "meantAt" timestamptz)
    on conflict (business_id, experiment_id, draw) do nothing`
  return [statement]
}
