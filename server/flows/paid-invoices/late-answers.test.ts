import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Invoice } from '../../../sandbox/xero/model/books.ts'
import { webhookEvent } from '../../../sandbox/xero/model/webhook-body.ts'
import { useProduct } from '../../../test/support/product.ts'
import { createTrader, tellOf, type Trader } from '../../../test/support/trader.ts'
import { deliver } from '../../../test/support/xero-door.ts'
import { MINUTE_MS } from '../../platform/dates.ts'

const product = useProduct()
let trader: Trader

beforeEach(async () => {
  trader = await createTrader(product)
})

const SECOND_MS = 1_000
const tell = (invoice: Invoice) => tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
const undo = ({ invoiceId }: Invoice) =>
  product.sandbox.xero.undo(trader.tenantId, invoiceId, { webhook: false })

/** Does this once, between the next answer of Xero's to this question and the moment at which it is written. */
const meanwhile = (question: 'invoice' | 'contacts', happens: () => Promise<unknown>) => {
  const { xero } = product.parts
  const ask = xero[question] as (...asked: unknown[]) => Promise<unknown>
  const answerLate = async (...asked: unknown[]) => {
    const answer = await ask(...asked)
    Object.assign(xero, { [question]: ask })
    await happens()
    return answer
  }
  Object.assign(xero, { [question]: answerLate })
}

/** A worker is stopped until its lease has expired. */
const loseLease = () =>
  sql`
    update leases set token = gen_random_uuid(), expires_at = now()
    where name = ${`sync:${trader.tenantId}`}`.execute(product.db)

test('an answer that was read before a payment was undone, and is written after another worker read that, sends no text', async () => {
  const invoice = trader.paid()
  await tell(invoice)
  meanwhile('invoice', async () => {
    await loseLease()
    undo(invoice)
    await tell(invoice)
    await product.otherWorker()(`sync:${trader.tenantId}`)
  })
  await trader.sync()
  await product.tick()
  expect(trader.texts()).toEqual([])
  expect(await trader.decision(invoice)).toBeUndefined()
})

test('what another worker has handled keeps its moment, whatever a late one writes', async () => {
  const invoice = trader.paid()
  await tell(invoice)
  const handledAt = async () => {
    const event = product.db.selectFrom('xero_events').select('handled_at')
    return (await event.where('resource_id', '=', invoice.invoiceId).executeTakeFirstOrThrow()).handled_at
  }
  let first: Date | null = null
  meanwhile('invoice', async () => {
    await loseLease()
    await product.otherWorker()(`sync:${trader.tenantId}`)
    first = await handledAt()
    product.later(MINUTE_MS)
  })
  await trader.sync()
  expect(first).toBeInstanceOf(Date)
  expect(await handledAt()).toEqual(first)
})

test('what a sweep listed as paid is not texted where a webhook reported meanwhile that it is not', async () => {
  const invoice = trader.paid()
  meanwhile('contacts', async () => {
    undo(invoice)
    await tell(invoice)
    await trader.sync()
  })
  await product.job('sweep-organisation', trader)
  await product.tick()
  expect(trader.texts()).toEqual([])
  expect(await trader.decision(invoice)).toBeUndefined()
})

test('a text that was cancelled because Xero was asked again is not restored by an older answer', async () => {
  const invoice = trader.paid()
  await trader.openIn(60)
  await tell(invoice)
  await trader.sync()
  product.later(60 * MINUTE_MS)
  await tell(invoice)
  meanwhile('invoice', async () => {
    undo(invoice)
    await trader.send()
  })
  await trader.sync()
  await product.tick()
  expect(trader.texts()).toEqual([])
  expect(await trader.request(invoice)).toMatchObject({ state: 'cancelled', state_reason: 'no_longer_paid' })
})

test('an answer that is written long after the question is not trusted: Xero is asked again before the text goes', async () => {
  const [undone, kept] = [trader.paid(), trader.paid()]
  for (const invoice of [undone, kept]) {
    await tell(invoice)
    meanwhile('invoice', async () => {
      if (invoice === undone) undo(invoice)
      product.later(16 * SECOND_MS)
    })
    await trader.sync()
  }
  await product.tick()
  expect(trader.texts().map(({ to }) => to)).toEqual([(await trader.request(kept)).customer_phone])
  expect(await trader.request(undone)).toMatchObject({ state: 'cancelled', state_reason: 'no_longer_paid' })
})

test.each([
  ['alone', 1, 'invoice'],
  ['among others', 3, 'contacts'],
] as const)(
  'a mobile that is added in Xero after it was read for an invoice %s, and before that is decided, gets its text',
  async (_, count, question) => {
    const { contactId } = trader.customer('')
    const [invoice, ...others] = [
      trader.paid({ contactId, phone: '' }),
      ...Array.from({ length: count - 1 }, () => trader.paid()),
    ]
    await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice!, ...others] }])
    meanwhile(question, async () => {
      const phone = { country: '61', area: '', number: '420888888' }
      product.sandbox.xero.editPhone(trader.tenantId, contactId, 'MOBILE', phone, { webhook: false })
      const corrected = webhookEvent({ tenantId: trader.tenantId, contactId }, product.now())
      await deliver(product, { events: [corrected] })
    })
    await trader.sync()
    await product.tick()
    expect(await trader.request(invoice!)).toMatchObject({ customer_phone: '+61420888888', state: 'sent' })
  },
)

test('an invoice that is paid later than it was first reported is texted, and has its number and customer on record', async () => {
  const invoice = trader.invoice()
  await tell(invoice)
  await trader.sync()
  const row = () =>
    product.db
      .selectFrom('invoices')
      .select(['status', 'number', 'contact_id', 'contact_name'])
      .where('invoice_id', '=', invoice.invoiceId)
      .executeTakeFirstOrThrow()
  expect(await row()).toEqual({ status: 'AUTHORISED', number: null, contact_id: null, contact_name: null })
  product.sandbox.xero.pay(trader.tenantId, invoice.invoiceId, { webhook: false })
  await tell(invoice)
  await trader.sync()
  await product.tick()
  expect(trader.texts()).toHaveLength(1)
  expect(await row()).toMatchObject({
    status: 'PAID',
    number: invoice.number,
    contact_id: expect.any(String),
  })
})
