import { beforeEach, expect, test } from 'vitest'
import type { ReviewRules, XeroLabel } from '../../contracts/shared/review-rules.ts'
import type { PayOptions } from '../../sandbox/xero/control.ts'
import type { NewInvoice } from '../../sandbox/xero/write-organisation.ts'
import { asBusiness } from '../database/database.ts'
import { reserveFunds } from '../ledger/reserve-funds.ts'
import { useProduct } from '../../test/support/product.ts'
import { signInTo, type Call } from '../../test/support/signed-in.ts'
import { createTrader, tellOf, type Trader } from '../../test/support/trader.ts'

const product = useProduct()
let trader: Trader
let call: Call

beforeEach(async () => {
  trader = await createTrader(product)
  ;({ call } = await signInTo(product, trader.businessId))
})

const RULES = { smallestAmount: null, leavesOutDeposits: false, invoiceWords: [], labels: [] }
const save = (change: Partial<Record<keyof ReviewRules, unknown>>) =>
  call('PUT', '/api/sms/rules', { ...RULES, ...change })
const group = (name = 'Builders'): XeroLabel => ({
  kind: 'contact_group',
  tenantId: trader.tenantId,
  id: product.sandbox.xero.addContactGroup(trader.tenantId, name),
  name,
})
const tracked = (): XeroLabel => ({
  kind: 'tracking_option',
  tenantId: trader.tenantId,
  id: product.sandbox.xero.addTrackingCategory(trader.tenantId, 'Work', ['Warranty', 'New'])[0]!,
  name: 'Work: Warranty',
})
const memberOf = ({ id }: XeroLabel) => {
  const contact = { name: 'Guy Builder', mobile: '0412 000 111', groupIds: [id] }
  return { ...product.sandbox.xero.addContact(trader.tenantId, contact), phone: '+61412000111' }
}
const tell = async (...invoices: { invoiceId: string }[]) => {
  await tellOf(product, [{ tenantId: trader.tenantId, invoices }])
  await trader.sync()
}
const paid = (invoice: Partial<NewInvoice> = {}, options: PayOptions = {}) =>
  trader.paid(undefined, { ...options, invoice })

test('what is saved is returned, in the currency of the books, and differs by its version', async () => {
  const before = await call('GET', '/api/sms/rules')
  expect(before.body).toEqual({ ...RULES, currency: 'AUD', version: expect.any(String) })
  const wanted = {
    smallestAmount: 79.95,
    leavesOutDeposits: true,
    invoiceWords: ['Warranty'],
    labels: [group(), tracked()],
  }
  const { status, body } = await save({ ...wanted, invoiceWords: ['warranty', 'Warranty '] })
  expect({ status, body }).toMatchObject({ status: 200, body: wanted })
  const { cancelled: _, ...kept } = body
  expect((await call('GET', '/api/sms/rules')).body).toEqual(kept)
  expect(body['version']).not.toBe(before.body['version'])
  expect((await save({ ...wanted, labels: [] })).body).toMatchObject({ labels: [] })
})

test.each([
  [{ smallestAmount: 0 }, 'from 0.01'],
  [{ smallestAmount: 10.005 }, 'whole cents'],
  [{ smallestAmount: 1_000_001 }, '1,000,000'],
  [{ smallestAmount: '80' }, 'smallest amount'],
  [{ invoiceWords: ['x'] }, '2 to 60 letters'],
  [{ invoiceWords: Array.from({ length: 51 }, (_, n) => `word ${n}`) }, 'Up to 50 words'],
  [{ labels: [{ kind: 'colour', tenantId: 'a', id: 'b', name: '' }] }, ''],
])('%j is refused, in words', async (change, words) => {
  const { status, body } = await save(change)
  expect(status).toBe(422)
  expect(JSON.stringify(body['fields'])).toContain(words)
})

test('of two saves that began from the same rules the later learns of the earlier', async () => {
  const { version } = (await call('GET', '/api/sms/rules')).body
  expect((await save({ leavesOutDeposits: true, version })).status).toBe(200)
  expect(await save({ smallestAmount: 80, version })).toMatchObject({
    status: 409,
    body: { code: 'changed-meanwhile', detail: expect.stringContaining('amounts, words or groups') },
  })
  expect((await call('GET', '/api/sms/rules')).body).toMatchObject({ smallestAmount: null })
})

const cases: [string, string, () => Promise<unknown>, () => { invoiceId: string }][] = [
  [
    'a deposit',
    'deposit_invoice',
    () => save({ leavesOutDeposits: true }),
    () => paid({ reference: '50% deposit' }),
  ],
  [
    'a word in its number',
    'excluded_invoice_word',
    () => save({ invoiceWords: ['WAR'] }),
    () => paid({ number: 'WAR0012' }),
  ],
  [
    'an amount below the smallest',
    'below_smallest_amount',
    () => save({ smallestAmount: 80 }),
    () => paid({ totalCents: 7_999 }),
  ],
  [
    'a customer in a group',
    'excluded_group',
    () => save({ labels: [group()] }),
    () => trader.paid(memberOf(group())),
  ],
  [
    'a tracking option',
    'excluded_tracking',
    () => save({ labels: [tracked()] }),
    () => paid({ trackingId: tracked().id }),
  ],
]

test.each(cases)('%s is left out, found alone or among many', async (_what, reason, change, make) => {
  await change()
  const alone = make()
  await tell(alone)
  expect(await trader.decision(alone as never)).toBe(reason)
  const many = [make(), paid(), paid(), paid()]
  await tell(...many)
  expect(await Promise.all(many.map((one) => trader.decision(one as never)))).toEqual([
    reason,
    'scheduled',
    'scheduled',
    'scheduled',
  ])
  await product.tick()
  expect(trader.texts()).toHaveLength(3)
})

test.each(cases)(
  'a text that waits for %s is cancelled when the rule is saved',
  async (_what, reason, change, make) => {
    await trader.set({ delay_minutes: 60 })
    const [leftOut, other] = [make(), paid()]
    await tell(leftOut, other)
    expect(await trader.decision(leftOut as never)).toBe('scheduled')
    await change()
    expect(await trader.request(leftOut as never)).toMatchObject({ state: 'cancelled', state_reason: reason })
    expect(await trader.request(other)).toMatchObject({ state: 'scheduled' })
  },
)

test('what is tried says how many texts it would cancel, and the save cancels exactly those and says so', async () => {
  await trader.set({ delay_minutes: 60 })
  const invoices = Array.from({ length: 5 }, () => paid({ totalCents: 5_000 }))
  await tell(...invoices, paid())
  const [held, postponed, onItsWay, ...wait] = await Promise.all(invoices.map((one) => trader.request(one)))
  await call('POST', `/api/review-requests/${held!.id}/hold`)
  for (const [{ id, customer_phone: phone }, state] of [
    [postponed!, 'retry'],
    [onItsWay!, 'sending'],
  ] as const) {
    await product.db.updateTable('review_requests').set({ state: 'sending' }).where('id', '=', id).execute()
    const attempt = { id: crypto.randomUUID(), request_id: id, number: 1, phone, price_cents: 9 }
    await product.db
      .insertInto('send_attempts')
      .values({
        business_id: trader.businessId,
        ...attempt,
        state,
        claimed_at: product.now(),
        retry_at: null,
      })
      .execute()
    await asBusiness(product.db, trader.businessId, (trx) =>
      reserveFunds(trx, trader.businessId, [{ reference: attempt.id, cents: 9 }]),
    )
  }
  const draft = { ...RULES, smallestAmount: 80 }
  const { text } = await call('POST', '/api/backtest', { rules: draft })
  const { backtest } = JSON.parse(text.trim().split('\n').at(-1)!)
  expect(backtest).toMatchObject({ wouldCancel: wait.length + 2 })
  expect((await call('PUT', '/api/sms/rules', draft)).body).toMatchObject({ cancelled: wait.length + 2 })
  const states = await Promise.all(invoices.map((one) => trader.request(one)))
  expect(states.map(({ state }) => state)).toEqual([
    'cancelled',
    'cancelled',
    'sending',
    ...wait.map(() => 'cancelled'),
  ])
  expect((await call('PUT', '/api/sms/rules', draft)).body).toMatchObject({ cancelled: 0 })
})

test('so do words and customers that are left out', async () => {
  await trader.set({ delay_minutes: 60 })
  const strata = trader.customer(undefined, 'Strata')
  const jo = trader.customer(undefined, 'Jo')
  await tell(trader.paid(strata), trader.paid(jo), paid())
  const tried = async (asked: object) => {
    const { text } = await call('POST', '/api/backtest', asked)
    return JSON.parse(text.trim().split('\n').at(-1)!).backtest.wouldCancel
  }
  const settings = {
    sendingFrom: null,
    sendingUntil: null,
    delayMinutes: 60,
    cooldownDays: 90,
    excludedWords: ['strata'],
  }
  expect(await tried({})).toBeNull()
  expect(await tried({ settings })).toBe(1)
  expect(await tried({ settings, excludedContacts: [jo.contactId] })).toBe(2)
  expect((await call('PUT', '/api/sms/settings', settings)).body).toMatchObject({ cancelled: 1 })
  const excluded = { tenantId: trader.tenantId, name: 'Jo' }
  const answer = await call('PUT', `/api/sms/excluded-contacts/${jo.contactId}`, excluded)
  expect(answer.body).toMatchObject({ cancelled: 1 })
})

test('a rule that was written without a look at what waits holds when the text is claimed', async () => {
  const [small, other] = [paid({ totalCents: 5_000 }), paid()]
  await tell(small, other)
  await trader.set({ smallest_cents: 6_000 })
  await trader.send()
  expect(await trader.request(small)).toMatchObject({
    state: 'cancelled',
    state_reason: 'below_smallest_amount',
  })
  expect(trader.texts()).toHaveLength(1)
})

test('an invoice in another currency than the books has no smallest amount', async () => {
  await save({ smallestAmount: 80 })
  const foreign = paid({ totalCents: 5_000, currency: 'USD' })
  await tell(foreign)
  expect(await trader.decision(foreign)).toBe('scheduled')
})

test('groups and tracking options of Xero can be chosen from, for two calls of it', async () => {
  const wanted = [group('Builders'), tracked()]
  product.sandbox.xero.calls().splice(0)
  expect((await call('GET', '/api/sms/labels')).body).toEqual({
    labels: [...wanted, { ...wanted[1], id: expect.any(String), name: 'Work: New' }].toSorted((a, b) =>
      a.name.localeCompare(b.name),
    ),
    notAsked: null,
  })
  expect(product.sandbox.xero.calls()).toHaveLength(2)
  await trader.setOrganisation({ day_remaining: 0, day_read_at: product.now() })
  expect((await call('GET', '/api/sms/labels')).body).toEqual({
    labels: [],
    notAsked: expect.stringContaining('try again tomorrow'),
  })
})

test('no call of Xero is made for the rules when an invoice is decided', async () => {
  await save({ smallestAmount: 80, leavesOutDeposits: true, labels: [group(), tracked()] })
  product.sandbox.xero.calls().splice(0)
  await tell(paid(), paid(), paid())
  expect(product.sandbox.xero.calls().map(({ path }) => path.replace(/\?.*/, ''))).toEqual([
    '/Invoices',
    '/Contacts',
  ])
})

test('the rules of another business are its own, and its groups cannot be named', async () => {
  await save({ smallestAmount: 80, labels: [group()] })
  const stranger = await signInTo(product, (await createTrader(product)).businessId)
  expect((await stranger.call('GET', '/api/sms/rules')).body).toMatchObject(RULES)
  expect((await stranger.call('PUT', '/api/sms/rules', { ...RULES, labels: [group()] })).status).toBe(404)
})
