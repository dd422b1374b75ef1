import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Invoice } from '../../../sandbox/xero/model/books.ts'
import { useProduct } from '../../../test/support/product.ts'
import { createTrader, tellOf, type Customer, type Trader } from '../../../test/support/trader.ts'
import { deactivateAccount } from '../../flows/accounts/deactivate-account.ts'
import { asBusiness } from '../../database/database.ts'
import { DAY_MS, localDate } from '../../platform/dates.ts'
import { optOut } from '../../opt-outs/opt-out.ts'

const product = useProduct()
let trader: Trader

beforeEach(async () => {
  trader = await createTrader(product)
})

const tell = async (...invoices: Invoice[]) => {
  await tellOf(product, [{ tenantId: trader.tenantId, invoices }])
  await trader.sync()
}
const daysAgo = (days: number): string =>
  localDate(new Date(product.now().getTime() - days * DAY_MS), 'Australia/Sydney')
const addAwaiting = (wanted: { customer?: Customer; invoice?: Parameters<Trader['invoice']>[1] } = {}) =>
  trader.invoice(wanted.customer, wanted.invoice)
const settle = (invoice: Invoice, kind: 'credit-note' | 'prepayment' | 'overpayment' | 'payment') =>
  product.sandbox.xero.pay(trader.tenantId, invoice.invoiceId, { kind, webhook: false })
const hashOf = (customer: Customer) => product.parts.hashPhone(customer.phone)

test('a customer who paid a sales invoice gets one text [1.1]', async () => {
  const invoice = trader.paid()
  await tell(invoice)
  await trader.send()
  expect(await trader.decision(invoice)).toBe('scheduled')
  expect(trader.texts()).toHaveLength(1)
})

test('an invoice that awaits payment is no decision at all', async () => {
  const invoice = addAwaiting()
  await tell(invoice)
  expect(await trader.decision(invoice)).toBeUndefined()
})

const skipped: [string, string, () => Promise<Invoice> | Invoice][] = [
  [
    'a bill that the business paid',
    'bill',
    () => trader.paid(trader.customer(), { invoice: { type: 'ACCPAY' } }),
  ],
  [
    'an invoice over nothing',
    'nothing_to_pay',
    () => trader.paid(trader.customer(), { invoice: { totalCents: 0 } }),
  ],
  ['one settled by a credit note', 'credit_note', () => settle(addAwaiting(), 'credit-note')],
  [
    'one paid before the business went live',
    'paid_before_go_live',
    () => trader.paid(undefined, { date: daysAgo(3) }),
  ],
  ['one whose payment is dated ahead', 'paid_in_future', () => trader.paid(undefined, { date: daysAgo(-2) })],
  [
    'one paid long before Xero reported it',
    'paid_too_long_ago',
    async () => {
      await trader.setOrganisation({ live_since: new Date(product.now().getTime() - 60 * DAY_MS) })
      return trader.paid(undefined, { date: daysAgo(15) })
    },
  ],
  [
    'one paid while review requests are switched off',
    'automation_off',
    async () => {
      await trader.set({ automation_enabled: false })
      return trader.paid()
    },
  ],
  ['one of a customer without a number', 'no_mobile', () => trader.paid(trader.customer(''))],
  ['one of a customer with a landline', 'landline', () => trader.paid(trader.customer('+61 2 9374 4000'))],
  ['one of a customer abroad', 'country_not_served', () => trader.paid(trader.customer('+33 6 12 34 56 78'))],
  [
    'one of a customer who opted out',
    'opted_out',
    async () => {
      const customer = trader.customer()
      await asBusiness(product.db, trader.businessId, (trx) =>
        optOut(trx, trader.businessId, hashOf(customer), { source: 'link' }),
      )
      return trader.paid(customer)
    },
  ],
  [
    'one of a customer who sent STOP to another business on our number',
    'opted_out',
    async () => {
      const customer = trader.customer()
      await product.sandbox.twilio.reply(customer.phone, 'STOP')
      return trader.paid(customer)
    },
  ],
]

test.each(skipped)('%s gets no text, and the reason is on record', async (_what, reason, make) => {
  const invoice = await make()
  await tell(invoice)
  await product.tick()
  expect(await trader.decision(invoice)).toBe(reason)
  expect(trader.texts()).toEqual([])
})

test('a prepayment counts as money received and is no credit note, alone or among many', async () => {
  const alone = settle(addAwaiting(), 'prepayment')
  await tell(alone)
  expect(await trader.decision(alone)).toBe('scheduled')
  const credited = settle(addAwaiting(), 'credit-note')
  const among = [settle(addAwaiting(), 'overpayment'), trader.paid(), trader.paid(), credited]
  await tell(...among)
  expect(await Promise.all(among.map(trader.decision))).toEqual([
    'scheduled',
    'scheduled',
    'scheduled',
    'credit_note',
  ])
})

test('two invoices of one customer in one batch make one text', async () => {
  const customer = trader.customer()
  const invoices = [trader.paid(customer), trader.paid(customer), trader.paid()]
  await tell(...invoices)
  await product.tick()
  const decisions = await Promise.all(invoices.map(trader.decision))
  expect(decisions.slice(0, 2).toSorted()).toEqual(['cooldown', 'scheduled'])
  expect(trader.texts()).toHaveLength(2)
})

test('two contacts that share a mobile, written differently, are one person', async () => {
  const [international, national] = [trader.customer('+61 420 900 001'), trader.customer('0420 900 001')]
  const invoices = [trader.paid(international), trader.paid(national)]
  await tell(...invoices)
  await product.tick()
  expect((await Promise.all(invoices.map(trader.decision))).toSorted()).toEqual(['cooldown', 'scheduled'])
  expect(product.sandbox.twilio.sent('+61420900001')).toHaveLength(1)
})

test('a customer is asked again only when the cooldown is over', async () => {
  const customer = trader.customer()
  await tell(trader.paid(customer))
  await product.tick()
  for (const days of [30, 30, 29]) {
    product.later(days * DAY_MS)
    await product.job('sweep-organisation', trader)
  }
  const early = trader.paid(customer)
  await tell(early)
  product.later(2 * DAY_MS)
  const late = trader.paid(customer)
  await tell(late)
  await product.tick()
  expect([await trader.decision(early), await trader.decision(late)]).toEqual(['cooldown', 'scheduled'])
  expect(trader.texts()).toHaveLength(2)
})

test('a text that still waits when its day has come and gone holds back another to its customer', async () => {
  await trader.set({ cooldown_days: 1 })
  const customer = trader.customer()
  const [first, second] = [trader.paid(customer), trader.paid(customer)]
  await tell(first)
  product.later(2 * DAY_MS)
  await tell(second)
  expect([await trader.decision(first), await trader.decision(second)]).toEqual(['scheduled', 'cooldown'])
})

test('one that still waits holds back another, also where a later one went and its rest is over', async () => {
  const customer = trader.customer()
  const [waiting, sent, next] = [trader.paid(customer), trader.paid(customer), trader.paid(customer)]
  await trader.set({ cooldown_days: 0, delay_minutes: 30 * 24 * 60 })
  await tell(waiting)
  await trader.set({ delay_minutes: 0 })
  await tell(sent)
  await trader.send()
  expect(trader.texts()).toHaveLength(1)
  await trader.set({ cooldown_days: 1 })
  product.later(2 * DAY_MS)
  await tell(next)
  expect(await trader.decision(next)).toBe('cooldown')
})

test('one that nobody knows to have gone holds back another from its claim on, and not for ever', async () => {
  const customer = trader.customer()
  const [lost, early, late] = [trader.paid(customer), trader.paid(customer), trader.paid(customer)]
  await trader.set({ cooldown_days: 3 })
  await tell(lost)
  product.sandbox.faults.ask({ twilio5xxAfterAccept: { count: 1 } })
  await trader.send()
  product.sandbox.faults.clear()
  expect((await trader.request(lost)).state).toBe('unknown')
  product.later(2 * DAY_MS)
  await tell(early)
  product.later(2 * DAY_MS)
  await tell(late)
  expect([await trader.decision(early), await trader.decision(late)]).toEqual(['cooldown', 'scheduled'])
})

test('a cooldown is the business’s own: another business may ask the same person', async () => {
  const other = await createTrader(product)
  const phone = '+61420900002'
  await tell(trader.paid(trader.customer(phone)))
  const invoice = other.paid(other.customer(phone))
  await tellOf(product, [{ tenantId: other.tenantId, invoices: [invoice] }])
  await product.tick()
  expect(await other.decision(invoice)).toBe('scheduled')
  expect(product.sandbox.twilio.sent(phone)).toHaveLength(2)
})

test('a text that failed does not use up the cooldown', async () => {
  const customer = trader.customer('+61491578888')
  await tell(trader.paid(customer))
  await product.tick()
  const next = trader.paid(customer)
  await tell(next)
  expect(await trader.decision(next)).toBe('scheduled')
})

test('a demo organisation is texted in the sandbox and never in live mode', async () => {
  await trader.setOrganisation({ is_demo: true })
  const inSandbox = trader.paid()
  await tell(inSandbox)
  expect(await trader.decision(inSandbox)).toBe('scheduled')
  const live = trader.paid()
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [live] }])
  await product.otherWorker({ isLive: true })(`sync:${trader.tenantId}`)
  expect(await trader.decision(live)).toBe('demo_organisation')
})

test('deactivation is final for what was waiting, in whatever way it waited', async () => {
  const [waits, postponed] = [trader.paid(), trader.paid()]
  await tell(postponed)
  product.sandbox.faults.ask({ twilio429: { count: 1 } })
  await trader.send()
  await trader.openIn(60)
  await tell(waits)
  await deactivateAccount(product.db, {
    userId: crypto.randomUUID(),
    businessId: trader.businessId,
    now: product.now(),
  })
  product.later(DAY_MS)
  await trader.set({
    deactivated_at: null,
    automation_enabled: true,
    sending_from: null,
    sending_until: null,
  })
  await product.tick()
  expect((await trader.requests()).map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
  expect(trader.texts()).toEqual([])
  expect(await trader.balance()).toEqual({ available: 1000, reserved: 0 })
})

test('an invoice that was texted under one account is not texted again under the next', async () => {
  const invoice = trader.paid()
  await tell(invoice)
  await product.tick()
  await trader.setOrganisation({ state: 'disconnected' })
  const next = await createTrader(product, { tenantId: trader.tenantId })
  const fresh = next.paid()
  await tellOf(product, [
    { tenantId: next.tenantId, invoices: [invoice, fresh], at: new Date(product.now().getTime() + 5) },
  ])
  await product.tick()
  expect(await next.decision(invoice)).toBe('already_texted')
  expect(await next.decision(fresh)).toBe('scheduled')
  expect(trader.texts()).toHaveLength(1)
})

test('a name that the database cannot store as it is fails no batch', async () => {
  const broken = '\ud83d Green\u0000'
  const { contactId } = product.sandbox.xero.addContact(trader.tenantId, {
    name: broken,
    firstName: broken,
    mobile: '+61420900003',
  })
  const invoices = [trader.paid({ contactId, phone: '+61420900003' }), trader.paid(), trader.paid()]
  await tell(...invoices)
  expect(await Promise.all(invoices.map(trader.decision))).toEqual(['scheduled', 'scheduled', 'scheduled'])
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from xero_events where tenant_id = ${trader.tenantId} and handled_at is null`.execute(
    product.db,
  )
  expect(rows[0]!.n).toBe(0)
})
