import { sql, type RawBuilder } from 'kysely'
import type { SystemTrx } from '../../database/database.ts'
import { addressHashes } from '../../review-requests/reminding/mails/hash-address.ts'

/** Of opt-outs from texts and mails: those whose number or address stood in the database, and the others. */
export type Rehashed = { kept: number; void: number }

type Keyed = (words: string) => Buffer
/** A hash by the lost key, in hexadecimal digits, and what it is of. */
type Known = { old: string; words: string }

/**
 * Where a number or address stands beside its hash, the hash by the new key takes the place of that by the lost one
 * wherever it is looked for: so a refusal holds, a STOP ends what waits, and a cooldown is kept.
 */
export const hashAnew = async (trx: SystemTrx, keyed: Keyed): Promise<Rehashed> => {
  const all = await countOptOuts(trx)
  const businesses = await trx.selectFrom('businesses').select('id').execute()
  let kept = 0
  for (const { id } of businesses) {
    const phones = await sql<Known>`
      select distinct encode(phone_hash, 'hex') as old, customer_phone as words from review_requests
      where business_id = ${id} and customer_phone is not null`.execute(trx)
    const addresses = await sql<Known>`
      select distinct encode(address_hash, 'hex') as old, customer_email as words from reminder_mails
      where business_id = ${id} and customer_email is not null`.execute(trx)
    kept += await replacePhones(trx, id, anewOf(phones.rows, keyed))
    kept += await replaceAddresses(trx, id, anewOf(addresses.rows, addressHashes(keyed)))
  }
  return { kept, void: all - kept }
}

const countOptOuts = async (trx: SystemTrx): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from opt_outs) + (select count(*) from platform_opt_outs)
      + (select count(*) from email_opt_outs) as count`.execute(trx)
  return rows[0]!.count
}

const anewOf = (known: Known[], keyed: Keyed): RawBuilder<unknown> => {
  const hashes = known.map(({ words }) => keyed(words).toString('hex'))
  return sql`
    select decode(old, 'hex') as old, decode(anew, 'hex') as anew
    from unnest(${known.map(({ old }) => old)}::text[], ${hashes}::text[]) as pair (old, anew)`
}

/** What PostgreSQL has refused may be no jsonb. */
const HASH_OF_M = sql`substring(m.content from '"phoneHash":"([0-9a-f]{64})"')`

const replacePhones = async (
  trx: SystemTrx,
  businessId: string,
  anew: RawBuilder<unknown>,
): Promise<number> => {
  const { rows } = await sql<{ kept: number }>`
    with hashes as materialized (${anew}),
    requests as (
      update review_requests r set phone_hash = h.anew from hashes h
      where r.business_id = ${businessId} and r.phone_hash = h.old),
    heard as (update sms_inbound i set phone_hash = h.anew from hashes h where i.phone_hash = h.old),
    found as (update found_texts f set phone_hash = h.anew from hashes h where f.phone_hash = h.old),
    heard_later as (
      update twilio_messages m set content = replace(m.content, encode(h.old, 'hex'), encode(h.anew, 'hex'))
      from hashes h where m.kind = 'inbound' and ${HASH_OF_M} = encode(h.old, 'hex')),
    here as (
      delete from opt_outs o using hashes h where o.phone_hash = h.old
      returning o.business_id, h.anew, o.source, o.opted_out_at, o.sender),
    here_again as (
      insert into opt_outs (business_id, phone_hash, source, opted_out_at, sender)
      select business_id, anew, source, opted_out_at, sender from here
      on conflict do nothing returning 1),
    everywhere as (
      delete from platform_opt_outs p using hashes h where p.phone_hash = h.old
      returning h.anew, p.source, p.opted_out_at),
    everywhere_again as (
      insert into platform_opt_outs (phone_hash, source, opted_out_at)
      select anew, source, opted_out_at from everywhere
      on conflict do nothing returning 1)
    select (select count(*) from here_again) + (select count(*) from everywhere_again) as kept`.execute(trx)
  return rows[0]!.kept
}

/** No refusal of mails is ever deleted: that by the lost key stays, and says nothing any more. */
const replaceAddresses = async (
  trx: SystemTrx,
  businessId: string,
  anew: RawBuilder<unknown>,
): Promise<number> => {
  const { rows } = await sql<{ kept: number }>`
    with hashes as materialized (${anew}),
    mails as (
      update reminder_mails m set address_hash = h.anew from hashes h
      where m.business_id = ${businessId} and m.address_hash = h.old),
    again as (
      insert into email_opt_outs (business_id, address_hash, opted_out_at)
      select e.business_id, h.anew, e.opted_out_at from email_opt_outs e join hashes h on h.old = e.address_hash
      where e.business_id = ${businessId}
      on conflict do nothing returning 1)
    select count(*) as kept from again`.execute(trx)
  return rows[0]!.kept
}
