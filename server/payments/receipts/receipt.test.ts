import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { useAccountSide } from '../../../test/support/account-side.ts'
import { createOwner, type Owner } from '../../../test/support/owner.ts'
import { handleWaiting, leaveCard, orderTopUp } from '../../../test/support/payments.ts'
import { wordsOf } from '../../../test/support/pdf-words.ts'
import { chargeIfLow } from '../auto-top-ups/charge-low-funds.ts'

const side = useAccountSide(() => ({
  COMPANY_NAME: 'Jo Texts Pty Ltd',
  COMPANY_ADDRESS: '1 High St, Hobart TAS 7000',
  COMPANY_TAX_NUMBER: 'ABN 51 824 753 556',
  COMPANY_TAX: 'GST 10',
}))
let owner: Owner
let count = 0

beforeEach(async () => {
  count += 1
  owner = await createOwner(side, `bookkeeper-${count}@example.com`, 'Whitlock Electrical')
})

type Listed = { id: string; state: string; receipt: string | null }
const listed = async () => (await owner.api('GET', '/api/top-ups')).body['topUps'] as Listed[]

const fetchReceipt = (id: string, cookie = owner.cookies().join('; ')) =>
  fetch(`${side.url}/api/top-ups/${id}/receipt`, { headers: { cookie } })

const readReceipt = async (id: string) => {
  const answer = await fetchReceipt(id)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  return (await wordsOf(new Uint8Array(await answer.arrayBuffer()))).join(' ')
}

const paid = async (amount: number) => {
  const sessionId = await orderTopUp(owner, amount)
  await side.sandbox.stripe.pay(sessionId)
  await handleWaiting(side.parts)
  return { sessionId, id: (await listed())[0]!.id }
}

test('a top-up that came has a tax invoice, the same each time', async () => {
  const { id } = await paid(50)
  expect((await listed())[0]).toMatchObject({ state: 'paid', receipt: 'tax_invoice' })
  const answer = await fetchReceipt(id)
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="gw-[\da-f]{6}-[\da-f]{6}\.pdf"$/,
  )
  const words = await readReceipt(id)
  for (const part of [
    'Tax invoice',
    'Jo Texts Pty Ltd',
    'ABN 51 824 753 556',
    'Whitlock Electrical',
    'AUD 4.55',
  ])
    expect(words).toContain(part)
  expect(await readReceipt(id)).toBe(words)
})

test('a top-up that came by itself has one too, and names its card', async () => {
  await leaveCard(side, owner)
  expect(await chargeIfLow(side.parts, owner.businessId)).toBe('credited')
  const [charge] = await listed()
  expect(await readReceipt(charge!.id)).toContain('Paid by card (Visa ending 4242)')
})

test('one that we learn of late bears the day on which it was paid', async () => {
  const chargedAt = Date.UTC(2026, 2, 9, 4)
  const sessionId = await orderTopUp(owner, 50)
  await side.sandbox.stripe.pay(sessionId)
  side.sandbox.stripe.forge(sessionId, { chargedAt })
  await handleWaiting(side.parts)
  const [topUp] = await listed()
  expect(topUp).toMatchObject({ state: 'paid', paidAt: new Date(chargedAt).toISOString() })
  expect(await readReceipt(topUp!.id)).toContain('9 March 2026')
})

test('what was refunded of it, and of no other, is said', async () => {
  const [first, other] = [await paid(50), await paid(20)]
  await side.sandbox.stripe.refund(first.sessionId, 1_000)
  await handleWaiting(side.parts)
  expect(await readReceipt(first.id)).toMatch(
    /Refunded to the card.*-AUD 10\.00.*Left of this payment.*AUD 40\.00/,
  )
  expect(await readReceipt(other.id)).not.toContain('Refunded')
})

test('a refund that failed is said to be undone', async () => {
  const { sessionId, id } = await paid(20)
  const refund = await side.sandbox.stripe.refund(sessionId)
  await handleWaiting(side.parts)
  await side.sandbox.stripe.failRefund(refund.id)
  await handleWaiting(side.parts)
  expect(await readReceipt(id)).toMatch(
    /Refunded to the card.*Given back from a refund or dispute.*Left of this payment.*AUD 20\.00/,
  )
})

test('there is none for money that has not come, for another business, or without a session', async () => {
  const sessionId = await orderTopUp(owner, 20)
  await side.sandbox.stripe.payLater(sessionId)
  await handleWaiting(side.parts)
  const [waiting] = await listed()
  expect(waiting).toMatchObject({ state: 'processing', receipt: null })
  expect((await fetchReceipt(waiting!.id)).status).toBe(404)

  const { id } = await paid(50)
  const stranger = await createOwner(side, `stranger-${count}@example.com`)
  const refused = await fetchReceipt(id, stranger.cookies().join('; '))
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
    404,
    'payment-not-found',
  ])
  expect((await fetchReceipt(id, '')).status).toBe(401)
})

test('top-ups that are older than a page are on the next, each once', async () => {
  const { db } = side.parts
  const { id: user_id } = await db
    .selectFrom('users')
    .select('id')
    .where('business_id', '=', owner.businessId)
    .executeTakeFirstOrThrow()
  await sql`
    insert into checkouts (business_id, id, user_id, amount_cents, currency, state, session_id, created_at, expires_at, paid_at)
    select ${owner.businessId}, gen_random_uuid(), ${user_id}, 2000, 'AUD',
           case when n > 1 then 'failed' else 'paid' end, 'cs_test_older_' || n,
           moment, moment, case when n > 1 then null else moment end
    from generate_series(1, 120) n, lateral (select '2026-07-01T10:00:00.000005Z'::timestamptz + n / 60 * interval '1 hour') at (moment)`.execute(
    db,
  )
  const pages = [(await owner.api('GET', '/api/top-ups')).body]
  for (let page = 0; page < 2; page += 1)
    pages.push((await owner.api('GET', `/api/top-ups?cursor=${String(pages.at(-1)!['nextCursor'])}`)).body)
  const found = pages.flatMap(({ topUps }) => topUps as Listed[])
  expect(new Set(found.map(({ id }) => id)).size).toBe(120)
  expect(pages.map(({ topUps }) => (topUps as Listed[]).length)).toEqual([50, 50, 20])
  expect(pages[2]!['nextCursor']).toBeNull()
  const paidOne = found.find(({ state }) => state === 'paid')!
  expect((await fetchReceipt(paidOne.id)).status).toBe(200)
  expect((await owner.api('GET', '/api/top-ups?cursor=bm8')).status).toBe(422)
})
