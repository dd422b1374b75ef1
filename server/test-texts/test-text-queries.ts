import { sql } from 'kysely'
import type { Db, TenantTrx } from '../database/database.ts'
import type { Looks } from '../platform/unknown-outcome-rules.ts'
import { captureFunds, releaseFunds } from '../ledger/reserve-funds.ts'

export type TestText = Looks & { id: string; phone: string; linkToken: string; createdAt: Date }

type Fate =
  | { state: 'accepted'; messageSid: string }
  | { state: 'rejected'; code: string }
  | { state: 'absent' }
  | { state: 'unknown' }

/** Records the outcome of a test text, once: its price is captured or released. False when it was known before. */
export const settleTestText = async (
  trx: TenantTrx,
  businessId: string,
  id: string,
  fate: Fate,
  now: Date,
): Promise<boolean> => {
  const isOpen = fate.state === 'unknown'
  const { rows } = await sql<{ cents: number }>`
    update test_texts
    set state = ${fate.state}, settled_at = ${isOpen ? null : now}, phone = case when ${isOpen} then phone end,
        message_sid = ${fate.state === 'accepted' ? fate.messageSid : null},
        error_code = ${fate.state === 'rejected' ? fate.code : null}
    where business_id = ${businessId} and id = ${id} and state in ('sending', 'unknown')
    returning price_cents as cents`.execute(trx)
  const [settled] = rows
  if (!settled) return false
  const reservation = [{ reference: id, cents: settled.cents }]
  if (fate.state === 'accepted') await captureFunds(trx, businessId, reservation)
  else if (!isOpen) await releaseFunds(trx, businessId, reservation)
  return true
}

/** Records that it is about to be looked for; undefined when its outcome is known. */
export const doubtTestText = async (
  trx: TenantTrx,
  businessId: string,
  id: string,
): Promise<TestText | undefined> => {
  const { rows } = await sql<TestText>`
    update test_texts set state = 'unknown'
    where business_id = ${businessId} and id = ${id} and state in ('sending', 'unknown')
    returning id, phone, link_token as "linkToken", created_at as "createdAt", looks, first_look_at as "firstLookAt"`.execute(
    trx,
  )
  return rows[0]
}

/** It was looked for and not found. */
export const recordLook = async (
  trx: TenantTrx,
  businessId: string,
  id: string,
  { looks, firstLookAt }: Looks,
): Promise<void> => {
  await sql`
    update test_texts set looks = ${looks}, first_look_at = ${firstLookAt}
    where business_id = ${businessId} and id = ${id} and state = 'unknown'`.execute(trx)
}

/** Where a test text's link leads to: the same page as a customer's. */
export const findTestLink = async (db: Db, linkToken: string): Promise<string | undefined> => {
  const { rows } = await sql<{ url: string | null }>`
    select b.review_url as url
    from test_texts t join businesses b on b.id = t.business_id
    where t.link_token = ${linkToken}`.execute(db)
  return rows[0]?.url ?? undefined
}
