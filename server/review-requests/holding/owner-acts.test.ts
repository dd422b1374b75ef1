import { expect, test } from 'vitest'
import { fundsAdded } from '../../flows/funds/funds-added.ts'
import type { Invoice } from '../../../sandbox/xero/model/books.ts'
import { asBusiness } from '../../database/database.ts'
import { useProduct } from '../../../test/support/product.ts'
import { signInTo } from '../../../test/support/signed-in.ts'
import { tellOf } from '../../../test/support/trader.ts'
import { useWishes } from '../../../test/support/wishes.ts'
import { DAY_MS, MINUTE_MS, wallClock } from '../../platform/dates.ts'
import { buildApp } from '../../wiring/app.ts'

const product = useProduct()
const owner = useWishes(product)

test('a text that its owner cancels never goes, says so, and costs nothing', async () => {
  const invoice = await owner.waiting()
  const cancelled = await owner.done('cancel', invoice)
  expect(cancelled).toMatchObject({
    state: 'cancelled',
    choices: ['undo-cancel'],
    failure: { what: 'You decided not to send it.' },
  })
  expect(await owner.done('cancel', invoice)).toEqual(cancelled)
  await owner.passed(60 * MINUTE_MS)
  expect(owner.trader.texts()).toEqual([])
  expect(await owner.trader.balance()).toEqual({ available: 1000, reserved: 0 })
  const { body } = await owner.call('GET', '/api/activity')
  expect(body['items']).toMatchObject([
    { outcome: 'skipped', reason: 'cancelled_by_owner', what: 'You decided not to send it.' },
  ])
})

test('undone, it waits as it was planned', async () => {
  const invoice = await owner.waiting()
  const before = await owner.trader.request(invoice)
  await owner.done('cancel', invoice)
  expect(await owner.done('undo-cancel', invoice)).toMatchObject({
    state: 'scheduled',
    at: before.due_at.toISOString(),
    choices: ['send-now', 'hold', 'cancel'],
  })
  await owner.done('undo-cancel', invoice)
  expect(await owner.stateOf(invoice)).toBe('scheduled')
})

test('undone at once, it goes only if Xero says then that it is still paid', async () => {
  const invoice = await owner.decided()
  await owner.done('cancel', invoice)
  product.sandbox.xero.undo(owner.trader.tenantId, invoice.invoiceId, { webhook: false })
  await owner.done('undo-cancel', invoice)
  await product.tick()
  expect(await owner.trader.request(invoice)).toMatchObject({
    state: 'cancelled',
    state_reason: 'no_longer_paid',
  })
  expect(owner.trader.texts()).toEqual([])
})

test('no sender, no top-up and no exclusion that is over takes a text that is held and was due', async () => {
  const { businessId } = owner.trader
  const invoice = await owner.decided()
  await owner.done('hold', invoice)
  const other = await owner.decided()
  await owner.trader.send()
  await asBusiness(product.db, businessId, (trx) => fundsAdded(trx, businessId, product.now()))
  await asBusiness(product.db, businessId, (trx) => product.parts.exclusionsChanged(trx, businessId))
  await owner.passed(MINUTE_MS)
  expect(await owner.stateOf(invoice)).toBe('held')
  expect(await owner.stateOf(other)).toBe('sent')
  expect(owner.trader.texts()).toHaveLength(1)
})

test('a cancel that is undone right away is sent once', async () => {
  const invoice = await owner.waiting()
  await owner.done('cancel', invoice)
  await owner.done('undo-cancel', invoice)
  await owner.passed(60 * MINUTE_MS)
  expect(await owner.stateOf(invoice)).toBe('sent')
  expect(owner.trader.texts()).toHaveLength(1)
})

test('a text that is held waits until it is let go, and goes inside the sending hours', async () => {
  const invoice = await owner.waiting()
  const held = await owner.done('hold', invoice)
  expect(held).toMatchObject({
    state: 'held',
    smsStatus: 'pending',
    atWords: 'planned for',
    choices: ['resume', 'send-now', 'cancel'],
  })
  expect(await owner.done('hold', invoice)).toEqual(held)
  await owner.passed(2 * DAY_MS)
  expect(owner.trader.texts()).toEqual([])
  await owner.trader.openIn(30)
  const resumed = await owner.done('resume', invoice)
  expect(Math.round((Date.parse(resumed.at) - product.now().getTime()) / MINUTE_MS)).toBeLessThanOrEqual(30)
  expect(resumed).toMatchObject({ state: 'scheduled', choices: expect.arrayContaining(['hold']) })
  await owner.done('resume', invoice)
  await owner.passed(31 * MINUTE_MS)
  expect(owner.trader.texts()).toHaveLength(1)
})

test('let go before it was due, it keeps its time', async () => {
  const invoice = await owner.waiting()
  const { due_at } = await owner.trader.request(invoice)
  await owner.done('hold', invoice)
  expect(await owner.done('resume', invoice)).toMatchObject({ at: due_at.toISOString(), state: 'scheduled' })
})

test('held for two weeks it is dropped, and says that it was held', async () => {
  const invoice = await owner.waiting()
  await owner.done('hold', invoice)
  product.later(13 * DAY_MS)
  await product.job('expire-waiting')
  expect(await owner.stateOf(invoice)).toBe('held')
  product.later(2 * DAY_MS)
  await owner.signIn()
  expect(await owner.ask('resume', invoice)).toMatchObject({ status: 409, code: 'not-wanted' })
  await product.job('expire-waiting')
  expect(await owner.trader.request(invoice)).toMatchObject({
    state: 'expired',
    state_reason: 'held_too_long',
  })
  const { body } = await owner.call('GET', '/api/activity')
  expect(body['items']).toMatchObject([
    { outcome: 'skipped', what: 'You held it back for two weeks, so it was dropped.' },
  ])
})

test.each(['held', 'not held'])(
  'a text that was %s when it was cancelled is so again when that is undone',
  async (how) => {
    const invoice = await owner.waiting()
    if (how === 'held') await owner.done('hold', invoice)
    expect(await owner.done('cancel', invoice)).toMatchObject({ undoHolds: how === 'held' })
    await owner.done('undo-cancel', invoice)
    expect(await owner.stateOf(invoice)).toBe(how === 'held' ? 'held' : 'scheduled')
    await owner.passed(60 * MINUTE_MS)
    expect(owner.trader.texts()).toHaveLength(how === 'held' ? 0 : 1)
  },
)

test('neither funds nor a payment that is made again sends a text that is held', async () => {
  const invoice = await owner.waiting()
  await owner.done('hold', invoice)
  product.sandbox.xero.undo(owner.trader.tenantId, invoice.invoiceId, { webhook: false })
  await tellOf(product, [{ tenantId: owner.trader.tenantId, invoices: [invoice] }])
  await owner.trader.sync()
  expect(await owner.trader.request(invoice)).toMatchObject({
    state: 'cancelled',
    state_reason: 'no_longer_paid',
  })
  product.sandbox.xero.pay(owner.trader.tenantId, invoice.invoiceId, { webhook: false })
  await tellOf(product, [{ tenantId: owner.trader.tenantId, invoices: [invoice] }])
  await owner.trader.sync()
  expect(await owner.stateOf(invoice)).toBe('held')
  await owner.passed(2 * DAY_MS)
  expect(owner.trader.texts()).toEqual([])
})

test('an invoice that is paid again after its owner cancelled stays cancelled', async () => {
  const invoice = await owner.waiting()
  await owner.done('cancel', invoice)
  for (const turn of ['undo', 'pay'] as const) {
    product.sandbox.xero[turn](owner.trader.tenantId, invoice.invoiceId, { webhook: false })
    await tellOf(product, [{ tenantId: owner.trader.tenantId, invoices: [invoice] }])
    await owner.trader.sync()
    if (turn === 'undo')
      expect(await owner.ask('undo-cancel', invoice)).toMatchObject({
        code: 'not-wanted',
        detail: 'This text cannot go. Its invoice is not paid any more.',
      })
  }
  await owner.passed(60 * MINUTE_MS)
  expect(await owner.trader.request(invoice)).toMatchObject({
    state: 'cancelled',
    state_reason: 'cancelled_by_owner',
  })
  expect(owner.trader.texts()).toEqual([])
})

test('sent now it goes at once, once, and only inside the sending hours', async () => {
  const invoice = await owner.waiting(60)
  expect(await owner.ask('send-now', invoice)).toMatchObject({
    status: 409,
    code: 'outside-hours',
    detail: expect.stringMatching(
      /^It is outside the sending hours of this customer\. The text can go from .* \(Sydney time\)\.$/,
    ),
  })
  await owner.trader.set({ sending_from: null, sending_until: null })
  expect(await owner.done('send-now', invoice)).toMatchObject({ state: 'scheduled' })
  await owner.done('send-now', invoice)
  await product.tick()
  expect(owner.trader.texts()).toHaveLength(1)
  expect(await owner.done('send-now', invoice)).toMatchObject({ state: 'sent', choices: [] })
  await product.tick()
  expect(owner.trader.texts()).toHaveLength(1)
})

test('nor is it sent now in the last half minute of the sending hours, in which no text is claimed', async () => {
  const invoice = await owner.waiting(60)
  product.stopClock()
  product.later(90_000 - (product.now().getTime() % MINUTE_MS))
  const { hour, minute } = wallClock(product.now(), 'Australia/Sydney')
  const until = hour * 60 + minute + 1
  await owner.trader.set({ sending_from: Math.max(0, until - 60), sending_until: until })
  expect(await owner.done('send-now', invoice)).toMatchObject({ state: 'scheduled' })
  product.later(1_000)
  expect(await owner.ask('send-now', invoice)).toMatchObject({ status: 409, code: 'outside-hours' })
})

test('a text that waits for its turn is held or cancelled like any other, and sent now it goes before them', async () => {
  const { trader } = owner
  await trader.set({ pace_per_hour: 2, pace_per_day: 60 })
  const invoices = [trader.paid(), trader.paid(), trader.paid(), trader.paid()]
  await tellOf(product, [{ tenantId: trader.tenantId, invoices }])
  await trader.sync()
  await trader.send()
  const [first, second, third, last] = invoices as [Invoice, Invoice, Invoice, Invoice]
  expect(await trader.request(last)).toMatchObject({ state: 'scheduled', state_reason: 'paced' })
  await owner.done('cancel', first)
  await owner.done('hold', second)
  await owner.done('send-now', last)
  await trader.send()
  expect(await owner.stateOf(last)).toBe('sent')
  expect(await trader.request(third)).toMatchObject({ state: 'scheduled', state_reason: 'paced' })
  await owner.passed(3 * 60 * MINUTE_MS)
  expect(await owner.stateOf(third)).toBe('sent')
  expect(trader.texts()).toHaveLength(2)
})

test('what an owner sends now goes now, also where the clock of the api is ahead', async () => {
  const { trader } = owner
  const invoice = await owner.decided()
  await owner.done('hold', invoice)
  const ahead = () => new Date(product.now().getTime() + 20 * MINUTE_MS)
  const app = await buildApp({ ...product.parts, clock: ahead })
  const { call } = await signInTo({ app, db: product.db, now: ahead }, trader.businessId)
  const { id } = await trader.request(invoice)
  expect((await call('POST', `/api/review-requests/${id}/send-now`)).status).toBe(200)
  await app.close()
  await product.tick()
  expect(await owner.stateOf(invoice)).toBe('sent')
})
