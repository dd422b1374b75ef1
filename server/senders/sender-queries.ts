import { sql, type RawBuilder } from 'kysely'
import type { Reader, SystemTrx, TenantTrx } from '../database/database.ts'

/** Selects the own sender of a business, where it has one now; null where it texts by the shared one. */
export const ownSenderOf = (businessId: string): RawBuilder<string | null> => sql<string | null>`(
  select sender from business_senders where business_id = ${businessId} and released_at is null)`

export const findOwnSender = async (trx: TenantTrx, businessId: string): Promise<string | null> => {
  const { rows } = await sql<{ sender: string | null }>`select ${ownSenderOf(businessId)} as sender`.execute(
    trx,
  )
  return rows[0]!.sender
}

/** The countries of the phones that it texted, or will. */
export const findCountriesOfTexts = async (trx: TenantTrx, businessId: string): Promise<string[]> => {
  const { rows } = await sql<{ country: string }>`
    select distinct phone_country as country from review_requests
    where business_id = ${businessId} and phone_country is not null`.execute(trx)
  return rows.map(({ country }) => country)
}

/** The businesses whose own sender this is or was, the present one first. */
export const holdersOf = async (db: Reader, sender: string): Promise<string[]> => {
  const { rows } = await sql<{ businessId: string }>`
    select business_id as "businessId" from business_senders where sender = ${sender}
    group by business_id order by bool_or(released_at is null) desc, max(assigned_at) desc`.execute(db)
  return rows.map(({ businessId }) => businessId)
}

/** Every own sender that there is or was: texts came from it, and may come back to it. */
export const everySender = async (db: Reader): Promise<Set<string>> => {
  const { rows } = await sql<{ sender: string }>`select distinct sender from business_senders`.execute(db)
  return new Set(rows.map(({ sender }) => sender))
}

export type HeldSender = { businessId: string; businessName: string; sender: string; since: Date }

/** The own senders of now, by the name of their business; of one business, or (null) of all. */
export const listSenders = async (db: Reader, businessId: string | null): Promise<HeldSender[]> => {
  const { rows } = await sql<HeldSender>`
    select s.business_id as "businessId", b.name as "businessName", s.sender, s.assigned_at as since
    from business_senders s join businesses b on b.id = s.business_id
    where s.released_at is null and (${businessId}::uuid is null or s.business_id = ${businessId}::uuid)
    order by b.name, b.id`.execute(db)
  return rows
}

/** One operator sets a sender at a time: the next one sees what the first has set. Who only reads does not wait. */
export const lockSenders = async (trx: SystemTrx): Promise<void> => {
  await sql`lock table business_senders in share row exclusive mode`.execute(trx)
}

/** Which business texts by it now, in whatever letters it is written. */
export const findHolder = async (db: Reader, sender: string): Promise<HeldSender | undefined> => {
  const held = await listSenders(db, null)
  return held.find((one) => one.sender.toLowerCase() === sender.toLowerCase())
}

/** Whether texts of all businesses came from it: customers may still reply there, and mean all. */
export const wasShared = async (db: Reader, sender: string): Promise<boolean> => {
  const { rows } = await sql<{ was: boolean }>`
    select exists (select from inbound_polls where sender = ${sender}) as was`.execute(db)
  return rows[0]!.was
}

/** What it texted by so far is kept, because customers may reply to it. */
export const releaseSender = async (trx: SystemTrx, businessId: string): Promise<void> => {
  await sql`
    update business_senders set released_at = greatest(now(), assigned_at)
    where business_id = ${businessId} and released_at is null`.execute(trx)
}

export const assignSender = async (trx: SystemTrx, businessId: string, sender: string): Promise<void> => {
  await sql`
    insert into business_senders (business_id, sender, assigned_at)
    values (${businessId}, ${sender}, clock_timestamp())`.execute(trx)
}
