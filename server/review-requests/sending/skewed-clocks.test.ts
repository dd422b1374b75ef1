import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { useProduct } from '../../../test/support/product.ts'
import { createTrader, tellOf, type Trader } from '../../../test/support/trader.ts'
import { MINUTE_MS } from '../../platform/dates.ts'
import { readDatabaseClock } from '../../platform/postgres/connections/database-clock.ts'

const product = useProduct()
let trader: Trader

beforeEach(async () => {
  trader = await createTrader(product)
})

const decide = async () => {
  const invoice = trader.paid()
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
  await trader.sync()
  return invoice
}
/** A worker whose own clock differs from everyone else's by so many minutes. */
const skewed = (minutes: number) =>
  product.otherWorker({ clock: () => new Date(product.now().getTime() + minutes * MINUTE_MS) })
const attempts = () =>
  product.db
    .selectFrom('send_attempts')
    .selectAll()
    .where('business_id', '=', trader.businessId)
    .orderBy('number')
    .execute()
/** What the gateway is asked to send goes through this first. */
const before = async (hold: () => Promise<void> | void, work: () => Promise<void>) => {
  const { twilio } = product.parts
  const { send } = twilio
  twilio.send = async (sms) => {
    await hold()
    return send(sms)
  }
  await work().finally(() => {
    twilio.send = send
  })
}

describe.each([-10, 10])('a worker whose clock differs by %d minutes', (minutes) => {
  test('takes three looks over five minutes by everyone’s clock before it judges a text absent', async () => {
    await decide()
    const work = skewed(minutes)
    product.sandbox.faults.ask({ twilio5xx: { count: 1 } })
    await trader.send()
    for (const seconds of [3, 1, 1, 30, 1]) {
      product.later(seconds * 1000)
      await work('look:texts')
      await product.work('look:texts')
    }
    expect(await attempts()).toMatchObject([{ state: 'unknown', looks: 2 }])
    product.later(5 * MINUTE_MS)
    await work('look:texts')
    expect(await attempts()).toMatchObject([{ state: 'absent' }])
  })

  test('has its claims left alone by the others while they are young', async () => {
    const invoice = await decide()
    const work = skewed(minutes)
    const seen: string[] = []
    await before(
      async () => {
        await product.work('look:texts')
        seen.push(...(await attempts()).map(({ state }) => state))
      },
      () => work(`send:${trader.businessId}`),
    )
    expect(seen).toEqual(['sending'])
    expect(await trader.request(invoice)).toMatchObject({ state: 'sent' })
  })

  test('does not take the claims of others for abandoned', async () => {
    await decide()
    const work = skewed(minutes)
    const seen: string[] = []
    await before(
      async () => {
        await work('look:texts')
        seen.push(...(await attempts()).map(({ state }) => state))
      },
      () => trader.send(),
    )
    expect(seen).toEqual(['sending'])
  })
})

test('a worker that stood still between the claim and the call sends nothing, and the text goes a moment later', async () => {
  const invoice = await decide()
  await before(
    () => product.later(21_000),
    () => trader.send(),
  )
  expect(trader.texts()).toEqual([])
  expect(await attempts()).toMatchObject([{ state: 'retry', error_code: 'too-late' }])
  product.later(2_000)
  await product.tick()
  expect(await trader.request(invoice)).toMatchObject({ state: 'sent', attempts: 1 })
  expect(trader.texts()).toHaveLength(1)
})

test('the clock that workers share is the database’s', async () => {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(product.db)
  const now = await readDatabaseClock(product.db)
  const { rows: later } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(product.db)
  expect([rows[0]!.at, now, later[0]!.at].toSorted((one, other) => Number(one) - Number(other))[1]).toEqual(
    now,
  )
})
