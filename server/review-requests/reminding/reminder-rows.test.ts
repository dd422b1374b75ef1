import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { AskedWeeks } from '../../../contracts/review-requests.ts'
import { addRequests } from '../../../test/support/requests.ts'
import { useProduct } from '../../../test/support/product.ts'
import { signInTo, type Call } from '../../../test/support/signed-in.ts'
import { createTrader, type Trader } from '../../../test/support/trader.ts'

const product = useProduct()
let trader: Trader
let call: Call

beforeEach(async () => {
  trader = await createTrader(product)
  ;({ call } = await signInTo(product, trader.businessId))
})

/** What its planning will write: the text's own row again, without an invoice. */
const remind = (firstText: string) =>
  sql`
    insert into review_requests (business_id, tenant_id, reminder_of, state, phone_hash, phone_country, link_token,
                                 correlation_id, scheduled_at, due_at, checked_at, sent_at)
    select business_id, tenant_id, id, 'delivered', phone_hash, phone_country, ${crypto.randomUUID()}, 'test',
           now(), now(), now(), now()
    from review_requests where id = ${firstText}`.execute(product.db)

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
