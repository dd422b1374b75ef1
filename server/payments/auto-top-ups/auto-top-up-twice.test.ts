import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { useAccountSide } from '../../../test/support/account-side.ts'
import { createOwner, type Owner } from '../../../test/support/owner.ts'
import { leaveCard, TERMS } from '../../../test/support/payments.ts'

const side = useAccountSide()
let owner: Owner
let count = 0

beforeEach(async () => {
  count += 1
  owner = await createOwner(side, `once-${count}@example.com`)
})

const newKey = () => crypto.randomUUID()
const under = (key: string, method: string, path: string, json?: unknown) =>
  owner.api(method, path, json, { 'idempotency-key': key })
const twice = (ask: () => Promise<{ status: number; body: unknown }>) => Promise.all([ask(), ask()])

test('terms that are agreed to twice under one key are agreed to once, and do not end a later pause', async () => {
  await leaveCard(side, owner)
  const key = newKey()
  const agree = (more: object = {}) => under(key, 'PUT', '/api/auto-top-up', { ...TERMS, ...more })
  const [one, other] = await twice(() => agree({ amount: 60 }))
  expect([one!.status, other!.status]).toEqual([200, 200])
  expect(one!.body).toEqual(other!.body)
  await side.parts.db
    .updateTable('auto_top_ups')
    .set({ paused_reason: 'declined', paused_at: new Date() })
    .where('business_id', '=', owner.businessId)
    .execute()
  expect(await agree({ amount: 60 })).toMatchObject({ status: 200, body: { paused: { reason: 'declined' } } })
  expect(await agree({ amount: 70 })).toMatchObject({ status: 409, body: { code: 'key-used' } })
  expect((await owner.api('GET', '/api/auto-top-up')).body).toMatchObject({ amount: 60 })
})

test('a card page that is asked for twice under one key is one', async () => {
  await owner.api('PUT', '/api/auto-top-up', TERMS)
  const key = newKey()
  const [one, other] = await twice(() => under(key, 'POST', '/api/auto-top-up/card'))
  expect(one!.status).toBe(200)
  expect(one!.body).toEqual(other!.body)
  expect((await under(key, 'POST', '/api/auto-top-up/card')).body).toEqual(one!.body)
  const visits = await side.parts.db
    .selectFrom('card_setups')
    .select('id')
    .where('business_id', '=', owner.businessId)
    .execute()
  expect(visits).toHaveLength(1)
})

test.each([
  { where: 'Stripe gave no page', minutes: 35, first: 503 },
  { where: 'the page is closed by now', minutes: 61, first: 200 },
])('a key of long ago, where $where, opens nothing, and another key does', async ({ minutes, first }) => {
  await owner.api('PUT', '/api/auto-top-up', TERMS)
  const key = newKey()
  const ask = (by: string) => under(by, 'POST', '/api/auto-top-up/card')
  // Stripe knows her as a customer from an earlier visit.
  await ask(newKey())
  if (first === 503) side.sandbox.faults.ask({ stripe5xx: {} })
  expect((await ask(key)).status).toBe(first)
  side.sandbox.faults.clear()
  await sql`update card_setups set created_at = created_at - make_interval(mins => ${minutes})
    where business_id = ${owner.businessId}`.execute(side.parts.db)
  expect(await ask(key)).toMatchObject({ status: 409, body: { code: 'key-used' } })
  expect((await ask(newKey())).status).toBe(200)
})

test('a card that is removed under a key that was used before is not the next card', async () => {
  await leaveCard(side, owner)
  const key = newKey()
  const remove = () => under(key, 'DELETE', '/api/auto-top-up/card')
  await twice(remove)
  await leaveCard(side, owner)
  expect(await remove()).toMatchObject({ status: 200, body: { isOn: true, card: { last4: '4242' } } })
})
