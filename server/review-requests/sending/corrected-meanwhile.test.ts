import { beforeEach, expect, test } from 'vitest'
import type { Invoice } from '../../../sandbox/xero/model/books.ts'
import { correctNumber } from '../../../test/support/correct-number.ts'
import { useProduct } from '../../../test/support/product.ts'
import { tellOf, type Customer } from '../../../test/support/trader.ts'
import { useWishes } from '../../../test/support/wishes.ts'
import { MINUTE_MS } from '../../platform/dates.ts'

const product = useProduct()
const owner = useWishes(product)
let customer: Customer
let invoice: Invoice

beforeEach(async () => {
  customer = owner.trader.customer()
  invoice = await owner.waiting(60, customer)
})

/** Corrected in Xero, whose webhook does not come. */
const correct = (number: string) => {
  const phone = { country: number && '61', area: '', number }
  const { tenantId } = owner.trader
  product.sandbox.xero.editPhone(tenantId, customer.contactId, 'MOBILE', phone, { webhook: false })
}
const opens = () => owner.passed(60 * MINUTE_MS)
const calls = () => product.sandbox.xero.calls().filter(({ tenantId }) => tenantId === owner.trader.tenantId)
const sentTo = (number: string) => product.sandbox.twilio.sent(`+61${number}`)

test('a text whose contact was corrected while it was cancelled goes to the new number once that is undone', async () => {
  await owner.done('cancel', invoice)
  await correctNumber(product, owner.trader, customer.contactId, '420888000')
  await owner.done('undo-cancel', invoice)
  await opens()
  expect(owner.trader.texts()).toEqual([])
  expect(sentTo('420888000')).toHaveLength(1)
})

test('a text that waited goes to the number of now, although nobody reported that it was corrected', async () => {
  correct('420888001')
  const before = calls().length
  await opens()
  expect(owner.trader.texts()).toEqual([])
  expect(sentTo('420888001')).toHaveLength(1)
  // Xero says both in one answer.
  expect(calls().length - before).toBe(1)
})

test('many of them cost two calls, and each goes to its contact', async () => {
  const others = [owner.trader.paid(), owner.trader.paid()]
  await tellOf(product, [{ tenantId: owner.trader.tenantId, invoices: others }])
  await owner.trader.sync()
  correct('420888002')
  const before = calls().length
  await opens()
  expect(calls().length - before).toBe(2)
  expect(owner.trader.texts()).toHaveLength(2)
  expect(sentTo('420888002')).toHaveLength(1)
})

test('one whose contact has no mobile any more is not sent, and says so', async () => {
  correct('')
  await opens()
  expect(owner.trader.texts()).toEqual([])
  expect(await owner.trader.request(invoice)).toMatchObject({ state: 'cancelled', state_reason: 'no_mobile' })
  expect(await owner.trader.decision(invoice)).toBe('no_mobile')
  expect(await owner.trader.balance()).toEqual({ available: 1000, reserved: 0 })
})

test('one whose contact has no phones at all any more is not sent either, and does not wait for them', async () => {
  product.sandbox.xero.contact(owner.trader.tenantId, customer.contactId).phones = []
  await opens()
  expect(owner.trader.texts()).toEqual([])
  expect(await owner.trader.request(invoice)).toMatchObject({ state: 'cancelled', state_reason: 'no_mobile' })
})

test('what Xero said before a text was looked up does not bring back the number of then', async () => {
  const { customer_phone: lookedUp } = await owner.trader.request(invoice)
  const { xero } = product.parts
  const { invoice: ask } = xero
  xero.invoice = async (...asked) => {
    xero.invoice = ask
    const answer = await ask(...asked)
    product.later(1_000)
    await product.db
      .updateTable('review_requests')
      .set({ checked_at: product.now() })
      .where('invoice_id', '=', invoice.invoiceId)
      .execute()
    return answer
  }
  await correctNumber(product, owner.trader, customer.contactId, '420888006')
  expect(await owner.trader.request(invoice)).toMatchObject({ customer_phone: lookedUp })
})

test('one whose contact is in a group that is left out is not sent', async () => {
  const { tenantId, businessId } = owner.trader
  const groupId = product.sandbox.xero.addContactGroup(tenantId, 'Builders')
  await product.db
    .insertInto('excluded_labels')
    .values({
      business_id: businessId,
      tenant_id: tenantId,
      kind: 'contact_group',
      label_id: groupId,
      name: 'Builders',
    })
    .execute()
  product.sandbox.xero.contact(tenantId, customer.contactId).groupIds = [groupId]
  await opens()
  expect(await owner.trader.request(invoice)).toMatchObject({
    state: 'cancelled',
    state_reason: 'excluded_group',
  })
})

test('one that the gateway postponed for long goes to the number of now, for one price', async () => {
  product.sandbox.faults.ask({ twilio429: { count: 1 } })
  await opens()
  expect(await owner.trader.request(invoice)).toMatchObject({ state: 'sending' })
  correct('420888004')
  await owner.passed(11 * MINUTE_MS)
  expect(owner.trader.texts()).toEqual([])
  expect(sentTo('420888004')).toHaveLength(1)
  expect((await owner.trader.balance()).reserved).toBe(0)
})

test('what Xero answers before a correction that is synced meanwhile does not bring back the old number', async () => {
  const { xero } = product.parts
  const { invoice: ask } = xero
  xero.invoice = async (...asked) => {
    xero.invoice = ask
    const answer = await ask(...asked)
    await correctNumber(product, owner.trader, customer.contactId, '420888005')
    return answer
  }
  await opens()
  expect(owner.trader.texts()).toEqual([])
  expect(sentTo('420888005')).toHaveLength(1)
})

test('while Xero does not say who the contact is now, nothing is sent on what it said before', async () => {
  const others = [owner.trader.paid(), owner.trader.paid()]
  await tellOf(product, [{ tenantId: owner.trader.tenantId, invoices: others }])
  await owner.trader.sync()
  const { xero } = product.parts
  const { contacts } = xero
  xero.contacts = async (...asked) => {
    const answer = await contacts(...asked)
    return { ...answer, body: answer.body.filter(({ contactId }) => contactId !== customer.contactId) }
  }
  await opens()
  xero.contacts = contacts
  expect(owner.trader.texts()).toHaveLength(2)
  expect(await owner.trader.request(invoice)).toMatchObject({
    state: 'scheduled',
    state_reason: 'xero_unreachable',
  })
  await owner.passed(6 * MINUTE_MS)
  expect(owner.trader.texts()).toHaveLength(3)
})
