import { beforeEach, expect, test } from 'vitest'
import { useProduct } from '../../test/support/product.ts'
import { createTrader, type Trader } from '../../test/support/trader.ts'
import { HOUR_MS } from '../platform/dates.ts'

const product = useProduct()
let trader: Trader

beforeEach(async () => {
  trader = await createTrader(product)
})

const inXero = () => product.sandbox.xero.organisation(trader.tenantId)
const sweep = () => product.job('sweep-organisation', trader)
const row = () =>
  product.db
    .selectFrom('organisations')
    .select(['name', 'country', 'time_zone', 'currency', 'short_code'])
    .where('tenant_id', '=', trader.tenantId)
    .executeTakeFirstOrThrow()
const asked = () =>
  product.sandbox.xero
    .calls()
    .filter(({ tenantId, path }) => tenantId === trader.tenantId && path.includes('/Organisation')).length

const corrected = () =>
  Object.assign(inXero(), {
    name: 'Whitlock Perth',
    country: 'NZ',
    currency: 'NZD',
    xeroTimeZone: 'NEWZEALANDSTANDARDTIME',
    shortCode: '!Perth',
  })

test('what an owner corrects of her organisation in Xero is known within a day, for one call', async () => {
  const before = await row()
  corrected()
  product.later(23 * HOUR_MS)
  await sweep()
  expect(await row()).toEqual(before)
  product.later(HOUR_MS)
  await sweep()
  expect(await row()).toEqual({
    name: 'Whitlock Perth',
    country: 'NZ',
    time_zone: 'Pacific/Auckland',
    currency: 'NZD',
    short_code: '!Perth',
  })
  product.later(HOUR_MS)
  await sweep()
  expect(asked()).toBe(1)
})

test('what the answer lacks stays as it was, and no time zone is guessed', async () => {
  const before = await row()
  corrected()
  Object.assign(inXero(), { currency: undefined, shortCode: '', xeroTimeZone: 'MIDEARTHSTANDARDTIME' })
  product.later(24 * HOUR_MS)
  await sweep()
  expect(await row()).toEqual({ ...before, name: 'Whitlock Perth', country: 'NZ' })
})

test('an answer that cannot be read changes nothing, and the next sweep asks again', async () => {
  const before = await row()
  Object.assign(corrected(), { name: 5 })
  product.later(24 * HOUR_MS)
  const { sweep_cursor } = await swept()
  expect(await row()).toEqual(before)
  const invoice = trader.paid()
  corrected()
  expect((await swept()).sweep_cursor).not.toEqual(sweep_cursor)
  expect(await trader.decision(invoice)).toBe('scheduled')
  expect(await row()).toMatchObject({ name: 'Whitlock Perth', time_zone: 'Pacific/Auckland' })
})

const swept = async () => {
  await sweep()
  return product.db
    .selectFrom('organisations')
    .select('sweep_cursor')
    .where('tenant_id', '=', trader.tenantId)
    .executeTakeFirstOrThrow()
}
