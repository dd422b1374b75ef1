import { beforeEach, expect, test } from 'vitest'
import { useProduct } from '../../test/support/product.ts'
import { signInTo, type Call } from '../../test/support/signed-in.ts'
import { createTrader, type Trader } from '../../test/support/trader.ts'
import { asBusiness } from '../database/database.ts'

const product = useProduct()
let trader: Trader
let call: Call

beforeEach(async () => {
  trader = await createTrader(product)
  ;({ call } = await signInTo(product, trader.businessId))
})

const SETTINGS = {
  sendingFrom: null,
  sendingUntil: null,
  delayMinutes: 0,
  askFirstAt: null,
  cooldownDays: 90,
  excludedWords: [],
}
const save = (change: object) => call('PUT', '/api/sms/settings', { ...SETTINGS, ...change })

test('a save neither waits for a booking of money nor makes one wait', async () => {
  const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const booking = asBusiness(product.db, trader.businessId, async (trx) => {
    await trx
      .insertInto('transfers')
      .values({ business_id: trader.businessId, kind: 'capture', reference: 'under way' })
      .execute()
    begun.resolve()
    await over.promise
  })
  try {
    await begun.promise
    expect((await save({ delayMinutes: 5 })).status).toBe(200)
  } finally {
    over.resolve()
    await booking
  }
})

test('of two saves that began from the same settings the later learns of the earlier, and saves nothing', async () => {
  const { version } = (await call('GET', '/api/sms/settings')).body
  const first = await save({ cooldownDays: 30, version })
  expect(first.status).toBe(200)
  expect(await save({ cooldownDays: 60, version })).toMatchObject({
    status: 409,
    body: {
      code: 'changed-meanwhile',
      detail: expect.stringMatching(/^your change to the sending hours.* cooldown, pace .*was not saved/i),
    },
  })
  expect((await call('GET', '/api/sms/settings')).body).toMatchObject({ cooldownDays: 30 })
  expect((await save({ cooldownDays: 60, version: first.body['version'] })).status).toBe(200)
  const now = (await call('GET', '/api/sms/settings')).body['version']
  const both = await Promise.all([1, 2].map((days) => save({ cooldownDays: days, version: now })))
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('a save whose answer was lost is saved when it is asked for again, and is not said to be another’s', async () => {
  for (const [path, change] of [
    ['/api/sms/settings', { cooldownDays: 30 }],
    ['/api/sms/template', { message: 'Hi {firstName}, all well? {reviewLink}' }],
    ['/api/sms/rules', { leavesOutDeposits: true }],
    ['/api/sms/reminders', { isOn: true, afterDays: 10 }],
  ] as const) {
    const seen = (await call('GET', path)).body
    const tries = [
      await call('PUT', path, { ...seen, ...change }),
      await call('PUT', path, { ...seen, ...change }),
    ]
    expect(tries.map(({ status }) => status)).toEqual([200, 200])
    expect(tries[1]!.body).toEqual(tries[0]!.body)
  }
})
