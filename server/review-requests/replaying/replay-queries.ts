import { sql } from 'kysely'
import type { TenantTrx } from '../../database/database.ts'
import { findDecidingBusiness } from '../deciding/decision-queries.ts'
import { findSendingBusiness } from '../sending/sending-business.ts'
import type { KnownCustomer, ReplaySettings } from './replay-decisions.ts'

/** All that a business has set and that decides whom it texts, and when. */
export const findReplaySettings = async (trx: TenantTrx, businessId: string): Promise<ReplaySettings> => {
  const sending = await findSendingBusiness(trx, businessId)
  return { ...(await findDecidingBusiness(trx, businessId)), pace: sending?.pace ?? null }
}

/** By hex of the phone's hash: when a customer opted out, and was texted last before `before`. Reads only. */
export const customersBefore = async (
  trx: TenantTrx,
  businessId: string,
  { phoneHashes, before }: { phoneHashes: Buffer[]; before: Date },
): Promise<Map<string, KnownCustomer>> => {
  if (phoneHashes.length === 0) return new Map()
  const { rows } = await sql<{ hash: string; out: Date | null; last: Date | null }>`
    select encode(phone.hash, 'hex') as hash,
           least((select min(o.opted_out_at) from opt_outs o
                  where o.business_id = ${businessId} and o.phone_hash = phone.hash),
                 (select min(p.opted_out_at) from platform_opt_outs p where p.phone_hash = phone.hash)) as out,
           latest.last
    from unnest(${phoneHashes}::bytea[]) as phone (hash)
    left join lateral (
      select coalesce(r.sent_at, r.scheduled_at) as last
      from review_requests r
      where r.business_id = ${businessId} and r.phone_hash = phone.hash and r.scheduled_at < ${before}
        and r.state not in ('failed', 'cancelled', 'expired')
      order by r.scheduled_at desc limit 1) latest on true`.execute(trx)
  return new Map(
    rows.map(({ hash, out, last }) => [
      hash,
      { optedOutAt: out ?? undefined, lastTextedAt: last ?? undefined },
    ]),
  )
}

export type KnownDecision = { decidedAt: Date; failedAt: Date | undefined }

/**
 * When these invoices were really decided, and their texts failed, by their ids. What was paid before the start is left
 * out: it was decided all at once.
 */
export const momentsOfDecisions = async (
  trx: TenantTrx,
  { businessId, tenantId }: { businessId: string; tenantId: string },
  invoiceIds: string[],
): Promise<Map<string, KnownDecision>> => {
  if (invoiceIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; decidedAt: Date; failedAt: Date | null }>`
    select d.invoice_id as id, d.decided_at as "decidedAt",
           case when r.state = 'failed' then r.failed_at end as "failedAt"
    from decisions d
    left join review_requests r on r.tenant_id = d.tenant_id and r.invoice_id = d.invoice_id
    where d.business_id = ${businessId} and d.tenant_id = ${tenantId}
      and d.reason is distinct from 'paid_before_go_live' and d.invoice_id = any(${invoiceIds}::uuid[])`.execute(
    trx,
  )
  return new Map(
    rows.map(({ id, decidedAt, failedAt }) => [id, { decidedAt, failedAt: failedAt ?? undefined }]),
  )
}
