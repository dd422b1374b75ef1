import { beforeEach, expect, test } from 'vitest'
import type { AskedWeeks } from '../../../contracts/review-requests.ts'
import { addRequest } from '../../../test/support/paid-invoices.ts'
import { useProduct } from '../../../test/support/product.ts'
import { signInTo, type Call } from '../../../test/support/signed-in.ts'
import { createTrader, type Trader } from '../../../test/support/trader.ts'
import { asBusiness } from '../../database/database.ts'
import { addDays, startOfDay } from '../../platform/dates.ts'
import { countAskedWeeks } from './asked-weeks.ts'

const product = useProduct()
const ZONE = 'Pacific/Auckland'
let trader: Trader
let call: Call

beforeEach(async () => {
  trader = await createTrader(product, { fundsCents: 900 })
  await trader.setOrganisation({ time_zone: ZONE })
  ;({ call } = await signInTo(product, trader.businessId))
})

const weeks = async (): Promise<AskedWeeks> =>
  (await call('GET', '/api/review-requests/weeks')).body as AskedWeeks

const texted = (sent_at: Date, columns: Record<string, number | string | Date | null> = {}) =>
  addRequest(product.db, trader, { state: 'delivered', sent_at, due_at: sent_at, ...columns })

test('a text counts in the week in which it went, by the clock of the business, whenever it was opened', async () => {
  const before = await weeks()
  expect(before.timeZone).toBe(ZONE)
  expect(before.weeks).toHaveLength(12)
  const { from, to } = before.weeks[1]!
  expect(new Date(from).getUTCDay()).toBe(1)
  expect(to).toBe(addDays(from, 6))
  const monday = startOfDay(from, ZONE)
  const nextMonday = startOfDay(addDays(from, 7), ZONE)

  await texted(new Date(monday.getTime() - 1), { opened_at: nextMonday, open_count: 3 })
  await texted(monday)
  await texted(monday, { state: 'sent', opened_at: nextMonday, open_count: 1 })
  await texted(new Date(nextMonday.getTime() - 1))
  await texted(monday, { state: 'failed', failed_at: monday })
  await texted(monday, { state: 'cancelled', sent_at: null })
  await texted(monday, { state: 'scheduled', sent_at: null })
  await texted(startOfDay(addDays(before.weeks[11]!.from, -1), ZONE))

  const { weeks: counted } = await weeks()
  expect(counted.slice(0, 3)).toMatchObject([
    { asked: 0, delivered: 0, opened: 0 },
    { from, asked: 3, delivered: 2, opened: 1 },
    { asked: 1, delivered: 1, opened: 1 },
  ])
  expect(counted.reduce((all, { asked }) => all + asked, 0)).toBe(4)
})

test('a week begins on Monday, also across a change of the clocks and of the year', async () => {
  const at = (now: string) =>
    asBusiness(product.db, trader.businessId, (trx) =>
      countAskedWeeks(trx, trader.businessId, { timeZone: 'Europe/London', now: new Date(now) }),
    )
  // The clocks go back on 25 October 2026, a Sunday.
  await texted(new Date('2026-10-25T23:59:59Z'))
  await texted(new Date('2026-10-26T00:00:00Z'))
  const { weeks: counted } = await at('2027-01-03T23:59:59Z')
  expect(counted[0]).toMatchObject({ from: '2026-12-28', to: '2027-01-03' })
  const asked = counted.filter((week) => week.asked > 0).map((week) => [week.from, week.asked])
  expect(asked).toEqual([
    ['2026-10-26', 1],
    ['2026-10-19', 1],
  ])
  expect((await at('2027-01-04T00:00:00Z')).weeks[0]!.from).toBe('2027-01-04')
})
