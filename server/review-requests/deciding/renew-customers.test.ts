import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Invoice } from '../../../sandbox/xero/model/books.ts'
import { correctNumber } from '../../../test/support/correct-number.ts'
import { deliver, eventOf } from '../../../test/support/xero-door.ts'
import { useProduct } from '../../../test/support/product.ts'
import {
  createTrader,
  SEGMENT_CENTS,
  tellOf,
  type Customer,
  type Trader,
} from '../../../test/support/trader.ts'
import { asBusiness } from '../../database/database.ts'
import { MINUTE_MS } from '../../platform/dates.ts'
import { holdRequest } from '../life/hold-requests.ts'
import { optOut } from '../../opt-outs/opt-out.ts'

const product = useProduct()
let trader: Trader
let customer: Customer
let invoice: Invoice

beforeEach(async () => {
  trader = await createTrader(product)
  customer = trader.customer(undefined, 'Jnae')
  await trader.openIn(60)
  invoice = trader.paid(customer)
  await tell(invoice)
})

const tell = async (...invoices: Invoice[]) => {
  await tellOf(product, [{ tenantId: trader.tenantId, invoices }])
  await trader.sync()
}
/** The contact is corrected in Xero, which reports it. */
const correct = async (number: string, firstName = 'Jane') => {
  const { contactId } = customer
  Object.assign(product.sandbox.xero.contact(trader.tenantId, contactId), {
    firstName,
    name: `${firstName} Green`,
  })
  await correctNumber(product, trader, contactId, number)
}
const replyStop = (phone: string) =>
  asBusiness(product.db, trader.businessId, (trx) =>
    optOut(trx, trader.businessId, product.parts.hashPhone(phone), { source: 'stop' }),
  )
const phonesTried = async () => {
  const attempts = product.db.selectFrom('send_attempts').select('phone').orderBy('number')
  return (await attempts.where('business_id', '=', trader.businessId).execute()).map(({ phone }) => phone)
}
const opens = async () => {
  product.later(60 * MINUTE_MS)
  await product.tick()
}

const renewed = (number: string) => ({
  customer_phone: `+61${number}`,
  phone_hash: product.parts.hashPhone(`+61${number}`),
  first_name: 'Jane',
  customer_name: 'Jane Green',
})

test('a text that waits goes to the number and the name of now', async () => {
  const { link_token, due_at } = await trader.request(invoice)
  await correct('420777000')
  expect(await trader.request(invoice)).toMatchObject({ ...renewed('420777000'), link_token, due_at })
  await opens()
  expect(product.sandbox.twilio.sent(customer.phone)).toEqual([])
  expect(product.sandbox.twilio.sent('+61420777000')).toMatchObject([
    { body: expect.stringContaining('Hi Jane') },
  ])
})

test('one that its owner holds is held as before, with the number and the name of now', async () => {
  const { businessId } = trader
  const { id } = await trader.request(invoice)
  await asBusiness(product.db, businessId, (trx) => holdRequest(trx, { businessId, id, now: product.now() }))
  await correct('420777001')
  expect(await trader.request(invoice)).toMatchObject({ ...renewed('420777001'), state: 'held' })
})

test('one that its owner holds for longer than payments count gets the number of now', async () => {
  const { businessId } = trader
  const { id } = await trader.request(invoice)
  await asBusiness(product.db, businessId, (trx) => holdRequest(trx, { businessId, id, now: product.now() }))
  await sql`update invoices set paid_on = current_date - 20 where invoice_id = ${invoice.invoiceId}`.execute(
    product.db,
  )
  await correct('420777006')
  expect(await trader.request(invoice)).toMatchObject({ ...renewed('420777006'), state: 'held' })
})

test('one whose contact has no phones at all any more ends with the report of it', async () => {
  product.sandbox.xero.contact(trader.tenantId, customer.contactId).phones = []
  await correct('420777011')
  expect(await trader.request(invoice)).toMatchObject({ state: 'cancelled', state_reason: 'no_mobile' })
})

const AWAY = { kind: 'retry-later', code: 'ENOTFOUND', afterSeconds: 3600 } as const
/** The gateway postpones the text, and can be reached again when this ends. */
const postponed = async () => {
  const { twilio } = product.parts
  const { send } = twilio
  twilio.send = () => Promise.resolve(AWAY)
  await opens()
  twilio.send = send
  expect(await trader.request(invoice)).toMatchObject({ state: 'sending' })
}

test('one that the gateway postponed goes to the number and the name of now, for one price', async () => {
  await trader.set({ template: 'Hi {firstName}, a review? {reviewLink}' })
  await postponed()
  await correct('420777007')
  expect(await trader.request(invoice)).toMatchObject({ ...renewed('420777007'), state: 'scheduled' })
  expect(await trader.balance()).toEqual({ available: 1000, reserved: 0 })
  await product.tick()
  expect(await trader.request(invoice)).toMatchObject({ state: 'sent', attempts: 2 })
  expect(product.sandbox.twilio.sent(customer.phone)).toEqual([])
  expect(product.sandbox.twilio.sent('+61420777007')).toMatchObject([
    { body: expect.stringContaining('Hi Jane') },
  ])
  expect(await trader.balance()).toEqual({ available: 1000 - SEGMENT_CENTS, reserved: 0 })
  expect(await phonesTried()).toEqual([null, '+61420777007'])
})

test('one that the gateway may have taken before stays with its number, whose link and answers it has', async () => {
  const { id } = await trader.request(invoice)
  await sql`
    insert into send_attempts (business_id, id, request_id, number, state, phone, price_cents, claimed_at)
    values (${trader.businessId}, gen_random_uuid(), ${id}, 1, 'absent', ${customer.phone}, 9, now())`.execute(
    product.db,
  )
  await product.db.updateTable('review_requests').set({ attempts: 1 }).where('id', '=', id).execute()
  await correct('420777008')
  expect(await trader.request(invoice)).toMatchObject({ customer_phone: customer.phone, state: 'scheduled' })
})

test('one that the gateway postponed ends where its customer has no mobile any more', async () => {
  await postponed()
  await correct('')
  expect(await trader.request(invoice)).toMatchObject({ state: 'cancelled', state_reason: 'no_mobile' })
  expect(await trader.balance()).toEqual({ available: 1000, reserved: 0 })
})

test('one that the gateway postponed is tried as before where its number stays', async () => {
  await postponed()
  await correct(customer.phone.slice('+61'.length))
  expect(await trader.request(invoice)).toMatchObject({ state: 'sending', attempts: 1 })
})

test('one whose customer has no mobile any more ends, and says so', async () => {
  await correct('')
  expect(await trader.request(invoice)).toMatchObject({ state: 'cancelled', state_reason: 'no_mobile' })
  await opens()
  expect(trader.texts()).toEqual([])
})

test.each([
  ['no_mobile', '', '420777010'],
  ['landline', '298765432', '420777011'],
  ['country_not_served', '+81 90 1234 5678', '420777012'],
])(
  'one that ended as %s by a slip goes once the contact is right, and once only',
  async (reason, slip, right) => {
    await correct(slip)
    expect(await trader.request(invoice)).toMatchObject({ state: 'cancelled', state_reason: reason })
    expect(await trader.decision(invoice)).toBe(reason)
    await correct(right)
    expect(await trader.request(invoice)).toMatchObject({ ...renewed(right), state: 'scheduled' })
    expect(await trader.decision(invoice)).toBe('scheduled')
    await opens()
    await correct('')
    await correct('420777013')
    await opens()
    expect(product.sandbox.twilio.sent(`+61${right}`)).toHaveLength(1)
    expect(product.sandbox.twilio.sent('+61420777013')).toEqual([])
  },
)

test('one that its owner held and that ended by a slip is held again', async () => {
  const { businessId } = trader
  const { id } = await trader.request(invoice)
  await asBusiness(product.db, businessId, (trx) => holdRequest(trx, { businessId, id, now: product.now() }))
  await correct('')
  await correct('420777014')
  expect(await trader.request(invoice)).toMatchObject({ ...renewed('420777014'), state: 'held' })
})

test('one that would go to a number that opted out ends', async () => {
  await replyStop('+61420777002')
  await correct('420777002')
  expect(await trader.request(invoice)).toMatchObject({ state: 'cancelled', state_reason: 'opted_out' })
})

test('whoever replied STOP is not texted at the number that the contact has instead', async () => {
  await replyStop(customer.phone)
  await correct('420777020')
  expect(await trader.request(invoice)).toMatchObject({ state: 'cancelled', state_reason: 'opted_out' })
})

test('nor about her other invoice, which waited for that text', async () => {
  const other = trader.paid(customer)
  await tell(other)
  expect(await trader.decision(other)).toBe('cooldown')
  await replyStop(customer.phone)
  await correct('420777022')
  await trader.sync()
  expect(await trader.decision(other)).toBe('cooldown')
  await opens()
  expect(product.sandbox.twilio.sent('+61420777022')).toEqual([])
})

test('nor where the contact had no number for a while', async () => {
  await correct('')
  await replyStop(customer.phone)
  await correct('420777021')
  expect(await trader.decision(invoice)).toBe('opted_out')
  expect(await trader.request(invoice)).toMatchObject({ state: 'cancelled', customer_phone: customer.phone })
})

test('one that would go to a number that another text waits for ends', async () => {
  const other = trader.customer('+61420777003')
  await tell(trader.paid(other))
  await correct('420777003')
  expect(await trader.request(invoice)).toMatchObject({ state: 'cancelled', state_reason: 'cooldown' })
})

test.each([
  ['goes to another number', '420777050'],
  ['has no number', ''],
])(
  'whoever was left in peace for a text that %s by now is asked about her own invoice',
  async (_what, number) => {
    const own = trader.paid(trader.customer(customer.phone))
    await tell(own)
    expect(await trader.decision(own)).toBe('cooldown')
    await correct(number)
    await trader.sync()
    expect(await trader.decision(own)).toBe('scheduled')
    await opens()
    expect(product.sandbox.twilio.sent(customer.phone)).toHaveLength(1)
  },
)

test('one that gave way to another text goes after all once that is cancelled', async () => {
  const other = trader.paid(trader.customer('+61420777051'))
  await tell(other)
  await correct('420777051')
  expect(await trader.decision(invoice)).toBe('cooldown')
  product.sandbox.xero.undo(trader.tenantId, other.invoiceId, { webhook: false })
  await tell(other)
  await trader.sync()
  expect(await trader.request(invoice)).toMatchObject({ ...renewed('420777051'), state: 'scheduled' })
})

test('a text that waits is not ended by one that comes to its number', async () => {
  await trader.set({ cooldown_days: 0 })
  const second = trader.paid(customer)
  await tell(second)
  await trader.set({ cooldown_days: 30 })
  await sql`update review_requests set customer_phone = '+61420777031', phone_hash = ${product.parts.hashPhone('+61420777031')}
    where invoice_id = ${second.invoiceId}`.execute(product.db)
  await correct('420777031')
  expect(await trader.request(second)).toMatchObject({ ...renewed('420777031'), state: 'scheduled' })
  expect(await trader.request(invoice)).toMatchObject({ state: 'cancelled', state_reason: 'cooldown' })
})

test('a text that went stays as it is', async () => {
  await opens()
  await correct('420777004')
  expect(await trader.request(invoice)).toMatchObject({ state: 'sent', customer_phone: customer.phone })
})

test('of many contacts that were edited, those on which nothing hangs cost one write', async () => {
  const others = [trader.customer(), trader.customer()].map(({ contactId }) => contactId)
  const events = [...others, customer.contactId].map((contactId) => ({
    ...eventOf(trader.tenantId, contactId, product.now()),
    eventCategory: 'CONTACT',
  }))
  await deliver(product, { events })
  await trader.sync()
  const { rows } = await sql<{ handled: number; writes: number }>`
    select count(handled_at) as handled, count(distinct handled_at) as writes from xero_events
    where resource_id = any(${others}::uuid[])`.execute(product.db)
  expect(rows).toEqual([{ handled: 2, writes: 1 }])
})
