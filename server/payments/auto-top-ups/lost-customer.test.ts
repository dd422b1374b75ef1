import { beforeEach, expect, test } from 'vitest'
import { useAccountSide } from '../../../test/support/account-side.ts'
import { createOwner, type Owner } from '../../../test/support/owner.ts'
import { availableCents, leaveCard } from '../../../test/support/payments.ts'
import { chargeIfLow } from './charge-low-funds.ts'
import { lookForCharges } from './look-for-charges.ts'
import { reconcilePayments } from '../top-ups/reconcile-payments.ts'
import { startCardSetup } from './start-card-setup.ts'

const side = useAccountSide()
const MINUTE_MS = 60_000
let owner: Owner
let count = 0

beforeEach(async () => {
  count += 1
  owner = await createOwner(side, `lost-${count}@example.com`)
  side.sandbox.faults.clear()
})

const stripe = () => side.sandbox.stripe
const settings = async () => (await owner.api('GET', '/api/auto-top-up')).body
const customerOf = async (card: string) =>
  stripe()
    .cards()
    .find(({ id }) => id === card)!.customerId
const storedCustomer = async () => {
  const row = await side.parts.db
    .selectFrom('auto_top_ups')
    .select('customer_id')
    .where('business_id', '=', owner.businessId)
    .executeTakeFirstOrThrow()
  return row.customer_id
}
const loseCustomer = async () => {
  const deleted = (await storedCustomer())!
  stripe().deleteCustomer(deleted)
  return deleted
}
const faultsOfOpen = async () =>
  (await reconcilePayments(side.parts)).faults.filter((fault) => fault.includes('is open since'))

test('a customer deleted at Stripe is made anew, and the card left with the new one is charged', async () => {
  await leaveCard(side, owner)
  const deleted = await loseCustomer()
  const card = await leaveCard(side, owner)
  expect(await storedCustomer()).not.toBe(deleted)
  expect(await customerOf(card)).toBe(await storedCustomer())
  expect(await settings()).toMatchObject({ card: { last4: '4242' }, paused: null })
  expect(await chargeIfLow(side.parts, owner.businessId)).toBe('credited')
})

test('a customer whose making had no answer is made after its business was renamed', async () => {
  const { createCustomer } = side.parts.stripe
  const wanted = { reference: owner.businessId, name: 'Whitlock', email: 'jo@example.com' }
  const made = await createCustomer(wanted)
  expect(await createCustomer(wanted)).toBe(made)
  expect(await createCustomer({ ...wanted, name: 'Whitlock Electrical' })).toMatch(/^cus_/)
})

test('the card of a customer whom Stripe has deleted is not shown while the owner is on her way to another', async () => {
  await leaveCard(side, owner)
  await loseCustomer()
  expect((await owner.api('POST', '/api/auto-top-up/card')).status).toBe(200)
  expect(await settings()).toMatchObject({ isOn: true, card: null })
})

test('two visits at once to the card page of a lost customer share one new customer', async () => {
  await leaveCard(side, owner)
  const deleted = await loseCustomer()
  const answers = await Promise.all([1, 2].map(() => owner.api('POST', '/api/auto-top-up/card')))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const visits = stripe()
    .payments()
    .filter(({ kind, email }) => kind === 'setup' && email === `lost-${count}@example.com`)
  expect(new Set(visits.slice(-2).map(({ customerId }) => customerId))).toEqual(
    new Set([await storedCustomer()]),
  )
  expect(await storedCustomer()).not.toBe(deleted)
})

test('a Stripe that knows no customer at all is asked for one anew once, and no more', async () => {
  await leaveCard(side, owner)
  const asked: (string | undefined)[] = []
  const forgetful = {
    ...side.parts.stripe,
    createCardSetup: async () => undefined,
    createCustomer: async ({ replaces }: { replaces?: string | undefined }) => {
      asked.push(replaces)
      return 'cus_fresh'
    },
  }
  const before = await storedCustomer()
  const { user_id: userId } = await side.parts.db
    .selectFrom('auto_top_ups')
    .select('user_id')
    .where('business_id', '=', owner.businessId)
    .executeTakeFirstOrThrow()
  await expect(
    startCardSetup(
      { ...side.parts, stripe: forgetful },
      { businessId: owner.businessId, userId, key: crypto.randomUUID() },
    ),
  ).rejects.toMatchObject({ name: 'VendorFailure', kind: 'rejected' })
  expect(asked).toEqual([before])
})

test('a refusal that says nothing of the customer makes no other one', async () => {
  await leaveCard(side, owner)
  const before = await storedCustomer()
  side.sandbox.faults.ask({ stripe5xx: {} })
  expect((await owner.api('POST', '/api/auto-top-up/card')).status).not.toBe(200)
  expect(await storedCustomer()).toBe(before)
})

test('a charge of unknown outcome, whose customer was deleted, was not made', async () => {
  await leaveCard(side, owner)
  side.sandbox.faults.ask({ stripe5xx: {} })
  expect(await chargeIfLow(side.parts, owner.businessId)).toBe('unknown')
  side.sandbox.faults.clear()
  await loseCustomer()
  for (const minutes of [2, 2, 5]) {
    side.later(minutes * MINUTE_MS)
    await lookForCharges(side.parts)
  }
  expect(await chargeOf()).toMatchObject({ state: 'failed', failure: 'not_made' })
  expect(await availableCents(side.parts.db, owner.businessId)).toBe(0)
})

test.each(['http-401', 'http-403', 'http-429', 'http-500', 'no-answer'])(
  'a charge of unknown fate stays open while Stripe answers %s, and is reported after an hour',
  async (code) => {
    await leaveCard(side, owner)
    side.sandbox.faults.ask({ stripe5xx: {} })
    expect(await chargeIfLow(side.parts, owner.businessId)).toBe('unknown')
    side.sandbox.faults.clear()
    const { VendorFailure } = await import('../../platform/errors.ts')
    const findCharge = async () => {
      throw new VendorFailure('stripe', code.startsWith('http-4') ? 'rejected' : 'retry-later', code, code)
    }
    const logged: unknown[] = []
    const log = { ...side.parts.log, error: (facts: unknown) => logged.push(facts) } as typeof side.parts.log
    const look = async (minutes: number) => {
      side.later(minutes * MINUTE_MS)
      await lookForCharges({ ...side.parts, log, stripe: { ...side.parts.stripe, findCharge } })
    }
    for (const minutes of [2, 5, 5, 5]) await look(minutes)
    expect(await chargeOf()).toMatchObject({ state: 'open' })
    expect(logged).toEqual([])
    expect(await faultsOfOpen()).toEqual([])
    await look(50)
    const { id } = await chargeOf()
    expect(logged).toMatchObject([{ charge: id }])
    expect(await faultsOfOpen()).toEqual([expect.stringContaining(`automatic top-up ${id} is open since`)])
    for (const minutes of [2, 2, 5]) {
      side.later(minutes * MINUTE_MS)
      await lookForCharges(side.parts)
    }
    expect(await chargeOf()).toMatchObject({ state: 'failed', failure: 'not_made' })
    expect(await faultsOfOpen()).toEqual([])
  },
)

const chargeOf = () =>
  side.parts.db
    .selectFrom('checkouts')
    .select(['id', 'state', 'failure'])
    .where('business_id', '=', owner.businessId)
    .where('is_automatic', '=', true)
    .executeTakeFirstOrThrow()
