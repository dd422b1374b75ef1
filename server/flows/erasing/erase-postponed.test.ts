import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Invoice } from '../../../sandbox/xero/model/books.ts'
import { correctNumber } from '../../../test/support/correct-number.ts'
import { asOwner, useProduct } from '../../../test/support/product.ts'
import {
  createTrader,
  SEGMENT_CENTS,
  tellOf,
  type Customer,
  type Trader,
} from '../../../test/support/trader.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/dates.ts'
import type { SendOutcome } from '../../integrations/twilio/twilio-types.ts'
import type { Erased } from './erase-customer.ts'
import { tryErasingCustomer } from './try-erasing-customer.ts'

const product = useProduct()
const AWAY: SendOutcome = { kind: 'retry-later', code: 'ENOTFOUND', afterSeconds: undefined }
let trader: Trader
let customer: Customer
let reach: typeof product.parts.twilio.send

beforeEach(async () => {
  trader = await createTrader(product)
  await trader.set({ template: 'Hi {firstName}, a review? {reviewLink}' })
  customer = trader.customer()
  reach = product.parts.twilio.send
})
afterEach(() => {
  product.parts.twilio.send = reach
})

/** Handed over, and put off by the gateway. */
const postponed = async (): Promise<Invoice> => {
  product.parts.twilio.send = () => Promise.resolve(AWAY)
  const invoice = trader.paid(customer)
  await tell(invoice)
  await trader.send()
  return invoice
}
const tell = async (invoice: Invoice) => {
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
  await trader.sync()
}

const erase = (isEverywhere = false): Promise<Erased> =>
  tryErasingCustomer(
    product.db,
    {
      businessId: isEverywhere ? null : trader.businessId,
      phone: customer.phone,
      phoneHash: product.parts.hashPhone(customer.phone),
    },
    { by: { kind: 'owner', name: crypto.randomUUID() }, now: product.now(), isSure: true },
  )

const goesOut = async (): Promise<boolean> => {
  product.parts.twilio.send = reach
  for (const ms of [6 * MINUTE_MS, 6 * MINUTE_MS, DAY_MS]) {
    product.later(ms)
    await product.tick()
  }
  return trader.texts().length > 0
}

test.each([
  ['of one business', false],
  ['of all businesses', true],
])(
  'a text that the gateway put off is cancelled when its customer is erased, as one %s',
  async (_, isEverywhere) => {
    const invoice = await postponed()
    expect(await erase(isEverywhere)).toMatchObject({ requests: 1, cancelled: 1, attempts: 1 })
    expect(await trader.request(invoice)).toMatchObject({
      state: 'cancelled',
      state_reason: 'customer_erased',
      customer_phone: null,
    })
    expect(await trader.balance()).toEqual({ available: 1000, reserved: 0 })
    expect(await goesOut()).toBe(false)
  },
)

test('a try that is under way is waited for: nothing is erased, and it is once the gateway has answered', async () => {
  const invoice = await postponed()
  const answer = Promise.withResolvers<SendOutcome>()
  product.parts.twilio.send = () => answer.promise
  product.later(2_000)
  const trying = trader.send()
  await vi.waitFor(async () => expect(await attempt()).toBe('sending'), 20_000)
  await expect(erase()).rejects.toMatchObject({ code: 'being-sent' })
  expect((await trader.request(invoice)).customer_phone).toBe(customer.phone)
  answer.resolve(AWAY)
  await trying
  expect(await erase()).toMatchObject({ cancelled: 1 })
  expect(await goesOut()).toBe(false)
})

test('a claim that was first and has not committed is waited for, and then the customer stays', async () => {
  const invoice = await postponed()
  await asOwner(product.databaseUrl, async (owner) => {
    const claimer = await owner.connect()
    await claimer.query('begin')
    await claimer.query(
      `update send_attempts set state = 'sending', retry_at = null where business_id = $1`,
      [trader.businessId],
    )
    const erasing = erase().catch((cause: unknown) => cause)
    await vi
      .waitFor(async () => {
        const { rows } = await owner.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        expect(rows).toHaveLength(1)
      }, 20_000)
      .finally(() => claimer.query('commit').then(() => claimer.release()))
    expect(await erasing).toMatchObject({ code: 'being-sent' })
  })
  expect(await trader.request(invoice)).toMatchObject({ state: 'sending', customer_phone: customer.phone })
  expect(await trader.balance()).toEqual({ available: 1000 - SEGMENT_CENTS, reserved: SEGMENT_CENTS })
})

test('no earlier number is kept of a text that was cancelled, and comes back for another number', async () => {
  const invoice = await postponed()
  const { undo, pay } = product.sandbox.xero
  undo(trader.tenantId, invoice.invoiceId, { webhook: false })
  await tell(invoice)
  expect(await trader.request(invoice)).toMatchObject({ state: 'cancelled', state_reason: 'no_longer_paid' })
  await correctNumber(product, trader, customer.contactId, '420777000')
  product.later(10 * MINUTE_MS)
  pay(trader.tenantId, invoice.invoiceId, { webhook: false })
  await tell(invoice)
  expect((await trader.request(invoice)).customer_phone).toBe('+61420777000')
  const attempts = product.db.selectFrom('send_attempts').select('phone')
  const phones = await attempts.where('business_id', '=', trader.businessId).execute()
  expect(phones).not.toContainEqual({ phone: customer.phone })
})

const attempt = async (): Promise<string | undefined> => {
  const { rows } = await sql<{ state: string }>`
    select state from send_attempts where business_id = ${trader.businessId}`.execute(product.db)
  return rows[0]?.state
}
