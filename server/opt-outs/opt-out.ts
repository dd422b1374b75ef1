import { sql } from 'kysely'
import type { SystemTrx, TenantTrx, Trx } from '../database/database.ts'

export type OptOutSource = 'stop' | 'link' | 'gateway' | 'owner'

/** This customer gets no more texts of this business. Doing it twice changes nothing. */
export const optOut = async (
  trx: Trx,
  businessId: string,
  phoneHash: Buffer,
  source: OptOutSource,
): Promise<void> => {
  await sql`
    insert into opt_outs (business_id, phone_hash, source) values (${businessId}, ${phoneHash}, ${source})
    on conflict do nothing`.execute(trx)
}

/** Undoes an opt-out by link, and nothing else: a person with the link may not undo a STOP. */
export const undoOptOut = async (trx: TenantTrx, businessId: string, phoneHash: Buffer): Promise<void> => {
  await sql`
    delete from opt_outs
    where business_id = ${businessId} and phone_hash = ${phoneHash} and source = 'link'`.execute(trx)
}

/** Why this customer gets no texts of this business, if so. */
export const optOutSourceOf = async (
  trx: TenantTrx,
  businessId: string,
  phoneHash: Buffer,
): Promise<OptOutSource | undefined> => {
  const { rows } = await sql<{ source: OptOutSource }>`
    select source from (
      select source from opt_outs where business_id = ${businessId} and phone_hash = ${phoneHash}
      union all
      select source from platform_opt_outs where phone_hash = ${phoneHash}
    ) sources
    order by source = 'link' limit 1`.execute(trx)
  return rows[0]?.source
}

/** Joined to review requests `r`: how and when their customers opted out; `elsewhere` is not from this business. */
export const OPT_OUT_OF_R = sql`left join lateral (
  select source, opted_out_at from (
    select source, opted_out_at, 0 as place from opt_outs
    where business_id = r.business_id and phone_hash = r.phone_hash
    union all
    select 'elsewhere', opted_out_at, 1 from platform_opt_outs where phone_hash = r.phone_hash) sources
  order by place limit 1) opt_out on true`

/** The gateway refuses this number because it opted out there: recorded as an opt-out from this business. */
export const optOutAtGateway = (trx: TenantTrx, businessId: string, phoneHash: Buffer): Promise<void> =>
  optOut(trx, businessId, phoneHash, 'gateway')

/** No business that sends from our shared number may text this person. */
export const optOutEverywhere = async (trx: SystemTrx, phoneHash: Buffer): Promise<void> => {
  await sql`
    insert into platform_opt_outs (phone_hash, source) values (${phoneHash}, 'stop') on conflict do nothing`.execute(
    trx,
  )
}

/** START undoes every STOP that came by text; an opt-out by link or by the owner stays. */
export const undoOptOutEverywhere = async (trx: SystemTrx, phoneHash: Buffer): Promise<void> => {
  await sql`delete from platform_opt_outs where phone_hash = ${phoneHash}`.execute(trx)
  await sql`delete from opt_outs where phone_hash = ${phoneHash} and source in ('stop', 'gateway')`.execute(
    trx,
  )
}
