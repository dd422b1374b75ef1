import { sql } from 'kysely'
import type { Db, TenantTrx } from '../database/database.ts'
import type { Looks } from '../platform/unknown-outcome-rules.ts'
import { isReviewUrl } from '../integrations/google/review-url.ts'
import { LINK_TOKEN } from '../texts/link-token.ts'
import { captureFunds, releaseFunds } from '../ledger/reserve-funds.ts'
import { releaseWaiting } from '../review-requests/life/release-requests.ts'

export type TestText = Looks & {
  id: string
  phone: string
  sender: string | null
  linkToken: string
  createdAt: Date
}

type Fate =
  | { state: 'accepted'; messageSid: string }
  | { state: 'rejected'; code: string }
  | { state: 'absent' }
  | { state: 'unknown' }

export type KeyedTest = {
  state: 'sending' | 'unknown' | 'accepted' | 'rejected' | 'absent'
  askedHash: Buffer
  segments: number
  cents: number
  linkToken: string
  errorCode: string | null
}

export const findTestByKey = async (
  trx: TenantTrx,
  businessId: string,
  key: string,
): Promise<KeyedTest | undefined> => {
  const { rows } = await sql<KeyedTest>`
    select state, asked_hash as "askedHash", segments, price_cents as cents, link_token as "linkToken",
           error_code as "errorCode"
    from test_texts where business_id = ${businessId} and request_key = ${key}`.execute(trx)
  return rows[0]
}

/** When test texts went out, or may have. */
export const findTestTimes = async (trx: TenantTrx, businessId: string, since: Date): Promise<Date[]> => {
  const { rows } = await sql<{ at: Date }>`
    select created_at as at from test_texts
    where business_id = ${businessId} and created_at > ${since} and state not in ('rejected', 'absent')`.execute(
    trx,
  )
  return rows.map(({ at }) => at)
}

export const insertTestText = async (
  trx: TenantTrx,
  test: {
    businessId: string
    id: string
    userId: string
    key: string
    askedHash: Buffer
    linkToken: string
    text: { phone: string; segments: number; cents: number; sender: string | null }
    now: Date
  },
): Promise<void> => {
  await trx
    .insertInto('test_texts')
    .values({
      business_id: test.businessId,
      id: test.id,
      user_id: test.userId,
      request_key: test.key,
      asked_hash: test.askedHash,
      phone: test.text.phone,
      sender: test.text.sender,
      segments: test.text.segments,
      price_cents: test.text.cents,
      link_token: test.linkToken,
      created_at: test.now,
    })
    .execute()
}

/**
 * Records the outcome of a test text, once: its price is captured, or released, and a waiting text may use it. False
 * when it was known before.
 */
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
  else if (!isOpen) {
    await releaseFunds(trx, businessId, reservation)
    await releaseWaiting(trx, businessId, 1)
  }
  return true
}

/** The network was busy: the same test may be asked for again under its key. */
export const freeKey = async (trx: TenantTrx, businessId: string, id: string): Promise<void> => {
  await sql`
    update test_texts set request_key = gen_random_uuid()
    where business_id = ${businessId} and id = ${id}`.execute(trx)
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
    returning id, phone, sender, link_token as "linkToken", created_at as "createdAt", looks, first_look_at as "firstLookAt"`.execute(
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

export const findReviewUrl = async (trx: TenantTrx, businessId: string): Promise<string | null> => {
  const { rows } = await sql<{ url: string | null }>`
    select review_url as url from businesses where id = ${businessId}`.execute(trx)
  return rows[0]?.url ?? null
}

/** Whether it is the link of a test text: its page of the opt-out opts no number out. */
export const isTestLink = async (db: Db, linkToken: string): Promise<boolean> => {
  if (!LINK_TOKEN.test(linkToken)) return false
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from test_texts where link_token = ${linkToken}) as is`.execute(db)
  return rows[0]!.is
}

/** Where a test text's link leads to: the same page as a customer's, if it is one for reviews. */
export const findTestLink = async (db: Db, linkToken: string): Promise<string | undefined> => {
  const { rows } = await sql<{ url: string | null }>`
    select b.review_url as url
    from test_texts t join businesses b on b.id = t.business_id
    where t.link_token = ${linkToken}`.execute(db)
  const url = rows[0]?.url
  return url && isReviewUrl(url) ? url : undefined
}
