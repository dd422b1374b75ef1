import { sql } from 'kysely'
import type { ChangesResponse } from '../../contracts/changes.ts'
import type { TenantTrx } from '../database/database.ts'

const TOP_OF_THE_LIST = 100
const WAITING = 50

/**
 * One mark for each thing that a dashboard shows, computed from the tables when asked: code that changes something
 * has nothing to notify or to keep up to date. A few index reads. Of the texts: those nearest to now on either side,
 * where they go, and the last that wait, which are the top of the list.
 */
export const readChanges = async (
  trx: TenantTrx,
  businessId: string,
): Promise<Omit<ChangesResponse, 'askAgainSeconds'>> => {
  const texts = sql`
    select * from review_requests
    where business_id = ${businessId} and state not in ('cancelled', 'expired') and reminder_of is null`
  const { rows } = await sql<Omit<ChangesResponse, 'askAgainSeconds'>>`
    select
      coalesce((
        select md5(string_agg(
          concat_ws(',', id, state, state_reason, timeline_at, opened_at, open_count,
            (select concat_ws(',', m.state, m.timeline_at, m.opened_at) from review_requests m
             where m.business_id = latest.business_id and m.reminder_of = latest.id),
            (select concat_ws(',', m.state, m.due_at) from reminder_mails m
             where m.business_id = latest.business_id and m.request_id = latest.id),
            exists (select from opt_outs o
                    where o.business_id = latest.business_id and o.phone_hash = latest.phone_hash)
            or exists (select from platform_opt_outs p where p.phone_hash = latest.phone_hash)),
          ';' order by timeline_at, id))
        from (
          (${texts} and timeline_at <= now() order by timeline_at desc, id desc limit ${TOP_OF_THE_LIST})
          union all
          (${texts} and timeline_at > now() order by timeline_at, id limit ${WAITING})
          union all
          (${texts} and timeline_at > now() order by timeline_at desc, id desc limit ${WAITING})) latest), '')
        as "reviewRequests",
      coalesce((
        select md5(string_agg(concat_ws(',', d.invoice_id, d.decided_at, d.reason, d.detail->>'mendedAt', r.state), ';'
                              order by d.decided_at, d.invoice_id))
        from (
          select * from decisions
          where business_id = ${businessId} order by decided_at desc limit ${TOP_OF_THE_LIST}) d
        left join review_requests r
          on r.tenant_id = d.tenant_id and r.invoice_id = d.invoice_id and r.business_id = d.business_id), '')
        || (select count(*) from decisions
            where business_id = ${businessId} and outcome = 'skipped' and contact_id is not null
              and decided_at > now() - interval '16 days')
        as activity,
      coalesce((
        select concat_ws(',', available_cents, reserved_cents) from balances
        where business_id = ${businessId}), '')
        || coalesce((
        select ';' || sum(amount_cents) from checkouts
        where business_id = ${businessId} and state = 'processing'), '')
        || coalesce((
        select md5(concat_ws(',', is_on, threshold_cents, amount_cents, month_cap_cents, card_id, paused_reason))
        from auto_top_ups where business_id = ${businessId}), '') as funds,
      (
        select md5(concat_ws(';', b.place_id, b.review_url, b.place_missing_at, (
          select string_agg(concat_ws(',', o.tenant_id, o.name, o.state, o.state_reason, a.state, o.live_since), ';'
                            order by o.tenant_id)
          from organisations o
          join xero_authorisations a on a.business_id = o.business_id and a.id = o.authorisation_id
          where o.business_id = b.id and o.state <> 'disconnected')))
        from businesses b where b.id = ${businessId}) as connections,
      (
        select md5(concat_ws(';', b.name, b.template, b.automation_enabled, b.sending_from, b.sending_until,
                             b.delay_minutes, b.ask_first_at, b.cooldown_days, b.pace_per_day, b.excluded_words, b.smallest_cents,
                             b.leaves_out_deposits, b.invoice_words, (
          select string_agg(contact_id::text, ',' order by contact_id) from excluded_contacts
          where business_id = b.id), (
          select string_agg(label_id::text, ',' order by label_id) from excluded_labels
          where business_id = b.id), (
          select concat_ws(',', is_on, after_days, channel, template, attested) from reminder_settings
          where business_id = b.id)))
        from businesses b where b.id = ${businessId}) as settings`.execute(trx)
  return rows[0]!
}
