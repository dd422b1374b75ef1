import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { AskedWeeks } from '../../../contracts/review-requests.ts'
import { addRequests } from '../../../test/support/requests.ts'
import { useProduct } from '../../../test/support/product.ts'
import { addReminder } from '../../../test/support/reminders.ts'
import { signInTo, type Call } from '../../../test/support/signed-in.ts'
import { createTrader, type Trader } from '../../../test/support/trader.ts'

const product = useProduct()
let trader: Trader
let call: Call

beforeEach(async () => {
  trader = await createTrader(product)
  ;({ call } = await signInTo(product, trader.businessId))
})

const remind = (firstText: string) => addReminder(product.db, firstText)

const asked = async () => {
  const { weeks } = (await call('GET', '/api/review-requests/weeks')).body as AskedWeeks
  const { sentThisMonth } = (await call('GET', '/api/review-requests/summary')).body as {
    sentThisMonth: number
  }
  return { ofWeeks: weeks.reduce((all, week) => all + week.asked, 0), sentThisMonth }
}

test('a text has one reminder at most, and none is without a first text or an invoice', async () => {
  const [first] = await addRequests(product.db, trader, ['delivered'])
  await remind(first!)
  await expect(remind(first!)).rejects.toThrow('review_requests_one_reminder')
  const change = (what: ReturnType<typeof sql>) =>
    sql`update review_requests set ${what} where reminder_of = ${first}`.execute(product.db)
  await expect(change(sql`reminder_of = null`)).rejects.toThrow('review_requests_of_an_invoice_or_a_text')
  await expect(change(sql`reminder_of = ${crypto.randomUUID()}`)).rejects.toThrow(
    'review_requests_reminder_of',
  )
})

test('a reminder is not one more customer who was asked', async () => {
  const [first] = await addRequests(product.db, trader, ['delivered'])
  const before = await asked()
  expect(before).toEqual({ ofWeeks: 1, sentThisMonth: 1 })
  await remind(first!)
  expect(await asked()).toEqual(before)
})
