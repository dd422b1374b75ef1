import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { useProduct } from '../../../test/support/product.ts'
import { remindBy as saveReminder } from '../../../test/support/remind-by.ts'
import { signInTo, type Call } from '../../../test/support/signed-in.ts'
import { createTrader, type Customer, type Request, type Trader } from '../../../test/support/trader.ts'
import { asBusiness } from '../../database/database.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/dates.ts'

const product = useProduct()
let trader: Trader
let call: Call

beforeEach(async () => {
  trader = await createTrader(product)
  ;({ call } = await signInTo(product, trader.businessId))
  await remindBy({})
})

const remindBy = (columns: Record<string, unknown>) => saveReminder(product, trader.businessId, columns)

const textOf = async (customer: Customer = trader.customer()): Promise<Request> => {
  const invoice = trader.paid(customer)
  await product.job('sweep-organisation', trader)
  await trader.send()
  await goneBy(invoice)
  return trader.request(invoice)
}
/** The database notes by its own clock when a text went, which does not move with that of the test. */
const goneBy = ({ invoiceId }: { invoiceId: string }) =>
  product.db
    .updateTable('review_requests')
    .set({ sent_at: product.now() })
    .where('invoice_id', '=', invoiceId)
    .execute()
const reminders = async () => (await trader.requests()).filter(({ invoice_id }) => invoice_id === null)
const plan = () => product.job('plan-reminders')
const reminded = async (): Promise<Request> => {
  const first = await textOf()
  product.later(5 * DAY_MS)
  await plan()
  return first
}

test('one reminder goes, in its own words and by its own link, and none after it', async () => {
  const first = await reminded()
  const [planned] = await reminders()
  expect(planned).toMatchObject({ state: 'scheduled', invoice_id: null })
  expect(planned!.link_token).not.toBe(first.link_token)
  expect(planned!.due_at.getTime()).toBeGreaterThanOrEqual(first.sent_at!.getTime() + 7 * DAY_MS)

  await trader.send()
  expect(trader.texts()).toHaveLength(1)
  product.later(3 * DAY_MS)
  await trader.send()
  expect(trader.texts().map(({ body }) => body)).toEqual([
    expect.any(String),
    expect.stringMatching(new RegExp(`^Hi Sam, still time for a review\\? .*/r/${planned!.link_token}`)),
  ])
  for (let day = 0; day < 20; day += 1) {
    product.later(DAY_MS)
    await plan()
    await trader.send()
  }
  expect(trader.texts()).toHaveLength(2)
  expect(await reminders()).toHaveLength(1)
})

test('it is told below its first text and nowhere else, and is cancelled and brought back like a text', async () => {
  const first = await reminded()
  const [planned] = await reminders()
  const list = await call('GET', '/api/review-requests')
  expect(list.body).toMatchObject({
    requests: [{ _id: first.id, reminder: expect.stringMatching(/^Reminder planned for /) }],
  })
  expect((list.body as { requests: unknown[] }).requests).toHaveLength(1)
  const { body } = await call('GET', `/api/review-requests/${first.id}`)
  expect(body).toMatchObject({
    reminder: {
      text: { _id: planned!.id, state: 'scheduled', choices: ['cancel'] },
      body: expect.stringContaining('still time'),
      cost: 0.09,
      words: null,
    },
  })
  const act = (what: string) => call('POST', `/api/review-requests/${planned!.id}/${what}`)
  expect((await act('send-now')).status).toBe(409)
  expect((await act('hold')).status).toBe(409)
  expect((await act('cancel')).body).toMatchObject({
    request: { state: 'cancelled', choices: ['undo-cancel'] },
  })
  product.later(3 * DAY_MS)
  await trader.send()
  expect(trader.texts()).toHaveLength(1)
  expect((await act('undo-cancel')).body).toMatchObject({ request: { state: 'scheduled' } })
  await trader.send()
  expect(trader.texts()).toHaveLength(2)
})

test('before it is planned the first text says when it follows, and where it does not, why', async () => {
  const first = await textOf()
  const note = async () =>
    ((await call('GET', `/api/review-requests/${first.id}`)).body as { reminder: { words: string } | null })
      .reminder?.words
  expect(await note()).toMatch(/^One reminder follows from /)
  await product.db.updateTable('review_requests').set({ opened_at: product.now() }).execute()
  expect(await note()).toBe('No reminder: they opened the link.')
  await remindBy({ is_on: false })
  expect(await note()).toBeUndefined()
})

const ENDED: [string, (first: Request) => Promise<unknown>][] = [
  [
    'opened',
    ({ id }) =>
      product.db
        .updateTable('review_requests')
        .set({ opened_at: product.now() })
        .where('id', '=', id)
        .execute(),
  ],
  ['reminders_off', () => remindBy({ is_on: false })],
  ['automation_off', () => trader.set({ automation_enabled: false })],
  ['deactivated', () => trader.set({ deactivated_at: product.now() })],
  [
    'opted_out',
    async ({ id }) => {
      const { phone_hash } = await product.db
        .selectFrom('review_requests')
        .select('phone_hash')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await product.db
        .insertInto('opt_outs')
        .values({ business_id: trader.businessId, phone_hash, source: 'stop', opted_out_at: product.now() })
        .execute()
    },
  ],
]

describe.each(ENDED)('what makes it unwanted (%s) ends it', (reason, act) => {
  test.each(['at the next look', 'at the claim'])('%s', async (when) => {
    await act(await reminded())
    if (when === 'at the next look') await plan()
    else {
      product.later(3 * DAY_MS)
      await trader.send()
    }
    expect(await reminders()).toMatchObject([{ state: 'cancelled', state_reason: reason }])
    expect(trader.texts()).toHaveLength(1)
  })
})

test('an invoice that is not paid any more ends it, although only Xero knows', async () => {
  const invoice = trader.paid()
  await product.job('sweep-organisation', trader)
  await trader.send()
  await goneBy(invoice)
  product.later(5 * DAY_MS)
  await plan()
  expect(await reminders()).toHaveLength(1)
  product.sandbox.xero.undo(trader.tenantId, invoice.invoiceId)
  product.later(3 * DAY_MS)
  await trader.send()
  expect(await reminders()).toMatchObject([{ state: 'cancelled', state_reason: 'no_longer_paid' }])
  expect(trader.texts()).toHaveLength(1)
})

test.each([
  ['another mobile', '420999000'],
  ['no mobile', ''],
])('where its contact has %s by now it goes to neither number, and says so', async (_what, number) => {
  const customer = trader.customer()
  await textOf(customer)
  product.later(5 * DAY_MS)
  await plan()
  const phone = { country: number && '61', area: '', number }
  product.sandbox.xero.editPhone(trader.tenantId, customer.contactId, 'MOBILE', phone, { webhook: false })
  product.later(3 * DAY_MS)
  await trader.send()
  expect(await reminders()).toMatchObject([{ state: 'cancelled', state_reason: 'other_number' }])
  expect(trader.texts()).toHaveLength(1)
  expect(product.sandbox.twilio.sent('+61420999000')).toEqual([])
})

test('a later invoice of the same customer is asked about, and the reminder that waits gives way', async () => {
  await trader.set({ cooldown_days: 0 })
  const customer = trader.customer()
  await textOf(customer)
  product.later(5 * DAY_MS)
  await plan()
  const second = await textOf(customer)
  expect(second.state).toBe('sent')
  product.later(3 * DAY_MS)
  await plan()
  expect(await reminders()).toMatchObject([{ state: 'cancelled', state_reason: 'newer_text' }])
})

test('of two invoices of one customer that were asked about at once, one reminder goes', async () => {
  await trader.set({ cooldown_days: 0 })
  const customer = trader.customer()
  const invoices = [trader.paid(customer), trader.paid(customer)]
  await product.job('sweep-organisation', trader)
  await trader.send()
  for (const invoice of invoices) await goneBy(invoice)
  expect(await trader.requests()).toHaveLength(2)
  product.later(5 * DAY_MS)
  await plan()
  expect(await reminders()).toHaveLength(1)
})

test('a customer whom the owner leaves out meanwhile is not reminded', async () => {
  const first = await textOf()
  await trader.set({ excluded_words: ['Green'] })
  product.later(5 * DAY_MS)
  await plan()
  expect(await reminders()).toEqual([])
  expect((await call('GET', `/api/review-requests/${first.id}`)).body).toMatchObject({
    reminder: { words: 'No reminder: your rules leave this customer or invoice out.' },
  })
})

test('while a comparison is still counted, also after its end, nobody in it is reminded', async () => {
  const { id } = await textOf()
  await asBusiness(product.db, trader.businessId, async (trx) => {
    const experiment = await trx
      .insertInto('experiments')
      .values({
        business_id: trader.businessId,
        kind: 'hold_out',
        seed: Buffer.alloc(16, 7),
        percent_b: 10,
        registered_at: new Date(product.now().getTime() - DAY_MS),
        ends_at: new Date(product.now().getTime() + DAY_MS),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .updateTable('review_requests')
      .set({ experiment_id: experiment.id, experiment_side: 'a' })
      .where('id', '=', id)
      .execute()
  })
  product.later(5 * DAY_MS)
  await plan()
  expect(await reminders()).toEqual([])
  expect((await call('GET', `/api/review-requests/${id}`)).body).toMatchObject({
    reminder: { words: 'No reminder: a comparison that you began leaves them out.' },
  })
})

test('what is switched off and on again follows no text of before', async () => {
  await reminded()
  await remindBy({ is_on: false })
  await remindBy({ on_since: product.now() })
  product.later(3 * DAY_MS)
  await trader.send()
  expect(await reminders()).toMatchObject([{ state: 'cancelled', state_reason: 'reminders_off' }])
})

// A claim takes forty.
test.each([1, 41])('%i reminders that the funds do not cover hold up no first text', async (count) => {
  const firsts = Array.from({ length: count }, () => trader.paid())
  await product.job('sweep-organisation', trader)
  await trader.send()
  for (const first of firsts) await goneBy(first)
  product.later(5 * DAY_MS)
  await plan()
  await remindBy({ template: `${'Still time for a review? '.repeat(8)}{reviewLink}`, on_since: new Date(0) })
  product.later(3 * DAY_MS)
  const invoice = trader.paid()
  await product.job('sweep-organisation', trader)
  await asBusiness(product.db, trader.businessId, (trx) =>
    sql`update balances set available_cents = 9 where business_id = ${trader.businessId}`.execute(trx),
  )
  await trader.send()
  expect(await trader.request(invoice)).toMatchObject({ state: 'sent' })
  expect(await reminders()).toEqual(firsts.map(() => expect.objectContaining({ state: 'waiting_for_funds' })))
})

test('texts that went before reminders were switched on are followed by none', async () => {
  product.later(60 * MINUTE_MS)
  await remindBy({})
  product.later(5 * DAY_MS)
  await plan()
  expect(await reminders()).toEqual([])
})
