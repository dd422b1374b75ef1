import { sql } from 'kysely'
import type { SystemTrx, TenantTrx, Trx } from '../database/database.ts'
import type { OptOutSource } from '../database/tables/opt-outs.ts'

/** The shared sender, as the sender of an opt-out; also that of one that is no text. */
const SHARED = ''

/**
 * This customer gets no more texts of this business. `sender` is the own sender to which a STOP came, or null. Doing it
 * twice changes nothing, and each way to opt out is kept by itself. False where it stood already.
 */
export const optOut = async (
  trx: Trx,
  businessId: string,
  phoneHash: Buffer,
  { source, sender = null }: { source: OptOutSource; sender?: string | null },
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    insert into opt_outs (business_id, phone_hash, source, sender)
    values (${businessId}, ${phoneHash}, ${source}, ${sender ?? SHARED})
    on conflict do nothing`.execute(trx)
  return numAffectedRows === 1n
}

/**
 * Whoever opted out of the texts or mails of an account that had these organisations before opted out of the trader,
 * whose account this is now. Once, as they come to it; all, since of which organisation one is a customer is not kept.
 */
export const takeOverOptOuts = async (
  trx: SystemTrx,
  businessId: string,
  tenantIds: string[],
): Promise<void> => {
  const earlier = sql`
    select business_id from organisations
    where business_id <> ${businessId} and tenant_id = any(${tenantIds}::uuid[]) and tenant_id not in (
      select tenant_id from organisations where business_id = ${businessId})`
  await sql`
    insert into opt_outs (business_id, phone_hash, source, sender, opted_out_at)
    select ${businessId}, phone_hash, source, sender, min(opted_out_at) from opt_outs
    where business_id in (${earlier})
    group by phone_hash, source, sender
    on conflict do nothing`.execute(trx)
  await sql`
    insert into email_opt_outs (business_id, address_hash, opted_out_at)
    select ${businessId}, address_hash, min(opted_out_at) from email_opt_outs
    where business_id in (${earlier})
    group by address_hash
    on conflict do nothing`.execute(trx)
}

/** Undoes an opt-out by link, and nothing else: a person with the link may not undo a STOP. */
export const undoOptOut = async (trx: Trx, businessId: string, phoneHash: Buffer): Promise<void> => {
  await sql`
    delete from opt_outs
    where business_id = ${businessId} and phone_hash = ${phoneHash} and source = 'link'`.execute(trx)
}

export type OptOut = { source: OptOutSource; isEverywhere: boolean }

/** Each way in which this customer opted out of the texts of this business, or of those of every business. */
export const findOptOuts = async (
  trx: TenantTrx,
  businessId: string,
  phoneHash: Buffer,
): Promise<OptOut[]> => {
  const { rows } = await sql<OptOut>`
    select source, false as "isEverywhere" from opt_outs
    where business_id = ${businessId} and phone_hash = ${phoneHash}
    union all
    select source, true from platform_opt_outs where phone_hash = ${phoneHash}`.execute(trx)
  return rows
}

/** Whether the customer of a review request `r` opted out, of this business or of every one. */
export const IS_OPTED_OUT_OF_R = sql`(
  exists (select from opt_outs o where o.business_id = r.business_id and o.phone_hash = r.phone_hash)
  or exists (select from platform_opt_outs p where p.phone_hash = r.phone_hash))`

/** Joined to review requests `r`: how and when their customers opted out; `elsewhere` is not from this business. */
export const OPT_OUT_OF_R = sql`left join lateral (
  select source, opted_out_at from (
    select source, opted_out_at, 0 as place from opt_outs
    where business_id = r.business_id and phone_hash = r.phone_hash
    union all
    select 'elsewhere', opted_out_at, 1 from platform_opt_outs where phone_hash = r.phone_hash) sources
  order by place, opted_out_at limit 1) opt_out on true`

/** The gateway refuses this number because it opted out of the sender: recorded as an opt-out from this business. */
export const optOutAtGateway = async (
  trx: TenantTrx,
  businessId: string,
  { phoneHash, sender }: { phoneHash: Buffer; sender: string | null },
): Promise<void> => {
  await optOut(trx, businessId, phoneHash, { source: 'gateway', sender })
}

/** No business that texts through us may text this person. False where that stood already. */
export const optOutEverywhere = async (
  trx: SystemTrx,
  phoneHash: Buffer,
  source: 'stop' | 'link',
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    insert into platform_opt_outs (phone_hash, source) values (${phoneHash}, ${source})
    on conflict do nothing`.execute(trx)
  return numAffectedRows === 1n
}

export const undoOptOutEverywhere = async (
  trx: SystemTrx,
  phoneHash: Buffer,
  source: 'stop' | 'link',
): Promise<void> => {
  await sql`delete from platform_opt_outs where phone_hash = ${phoneHash} and source = ${source}`.execute(trx)
}

/**
 * START undoes what a STOP to the same own sender did, and the gateway's refusals there; an opt-out by link or by the
 * owner stays, and a STOP to another sender. START to the shared sender (`own` is null) undoes a STOP to it for every
 * business, also one from when it was still the own sender of one.
 */
export const undoStop = async (
  trx: SystemTrx,
  phoneHash: Buffer,
  { own, to }: { own: string | null; to: string },
): Promise<void> => {
  if (own === null) await undoOptOutEverywhere(trx, phoneHash, 'stop')
  const senders = own === null ? [SHARED, to] : [own]
  await sql`
    delete from opt_outs
    where phone_hash = ${phoneHash} and source in ('stop', 'gateway')
      and sender = any(${senders}::text[])`.execute(trx)
}

/** No more e-mails of this business to this address. Doing it twice changes nothing. */
export const optOutOfMails = async (trx: Trx, businessId: string, addressHash: Buffer): Promise<void> => {
  await sql`
    insert into email_opt_outs (business_id, address_hash) values (${businessId}, ${addressHash})
    on conflict do nothing`.execute(trx)
}
