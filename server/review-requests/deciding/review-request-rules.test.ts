import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, localDate } from '../../platform/dates.ts'
import {
  decideInvoice,
  isFixable,
  REASONS_OF_PAYMENT,
  skipReasonWords,
  type DecisionContext,
  type PaidInvoice,
  type SkipReason,
} from './review-request-rules.ts'
import { MAX_PAID_AGE_DAYS } from './paid-date-rules.ts'
import { NO_RULES } from '../../../test/support/no-rules.ts'
import { reasonOfRules } from './review-rules.ts'

const paid: PaidInvoice = {
  type: 'ACCREC',
  status: 'PAID',
  total: 220,
  amountDue: 0,
  amountPaid: 220,
  amountCredited: 0,
  hasPrepaidMoney: false,
  paidOn: '2026-11-20',
  currency: 'AUD',
  number: 'INV-1042',
  reference: 'Deposit, kitchen',
  trackingIds: ['north'],
  contactId: 'c1',
  contactName: 'Jane Smith',
  contact: { name: 'Jane Smith', groupIds: ['trade'] },
}
const now = new Date('2026-11-20T10:00+11:00')
const ready: DecisionContext = {
  now,
  timeZone: 'Australia/Sydney',
  liveSince: new Date('2026-10-01T09:00+10:00'),
  refusesDemo: true,
  isDemo: false,
  automationEnabled: true,
  isDeactivated: false,
  customer: { kind: 'mobile', phone: '+61491570006', country: 'AU' },
  pricedCountries: ['AU', 'NZ'],
  rules: NO_RULES,
  baseCurrency: 'AUD',
  isOptedOut: false,
  lastTextedAt: undefined,
  cooldownDays: 90,
  isLeftOutByChance: false,
  wasPaidBeforeGoLive: false,
}
const by = (rules: Partial<DecisionContext['rules']>) => ({ rules: { ...NO_RULES, ...rules } })
const daysAgo = (days: number): Date => new Date(now.getTime() - days * DAY_MS)

type Row = [name: string, invoice: Partial<PaidInvoice>, context: Partial<DecisionContext>]

const texted: Row[] = [
  ['an ordinary paid invoice', {}, {}],
  ['part money, part credit note', { amountPaid: 20, amountCredited: 200 }, {}],
  ['paid from a prepayment', { amountPaid: 0, amountCredited: 220, hasPrepaidMoney: true }, {}],
  ['one without a paid date, which Xero reported just now', { paidOn: undefined }, {}],
  ['paid fourteen days ago', { paidOn: '2026-11-06' }, {}],
  [
    'paid today where it is tomorrow already',
    { paidOn: '2026-11-21' },
    { timeZone: 'Pacific/Kiritimati', now: new Date('2026-11-20T12:00Z') },
  ],
  ['paid on the day of go-live', { paidOn: '2026-11-20' }, { liveSince: new Date('2026-11-20T09:59+11:00') }],
  ['a demo company in the sandbox', {}, { isDemo: true, refusesDemo: false }],
  [
    'a customer in another priced country',
    {},
    { customer: { kind: 'mobile', phone: '+64211234567', country: 'NZ' } },
  ],
  ['a customer whose cooldown ended this second', {}, { lastTextedAt: daysAgo(90) }],
  ['a customer texted a minute ago, without a cooldown', {}, { lastTextedAt: daysAgo(0), cooldownDays: 0 }],
  [
    'a customer to be texted tomorrow, without a cooldown',
    {},
    { lastTextedAt: daysAgo(-1), cooldownDays: 0 },
  ],
]

test.each(texted)('is texted: %s', (_, invoice, context) => {
  expect(decideInvoice({ ...paid, ...invoice }, { ...ready, ...context })).toEqual({ outcome: 'scheduled' })
})

/** In the order of the checks: of several reasons the first is given. */
const skipped: [reason: SkipReason, ...Row][] = [
  ['bill', 'a bill of the business', { type: 'ACCPAY' }, {}],
  ['nothing_to_pay', 'a free invoice', { total: 0, amountPaid: 0 }, {}],
  ['nothing_to_pay', 'a negative one', { total: -5, amountPaid: -5 }, {}],
  ['credit_note', 'settled with a credit note', { amountPaid: 0, amountCredited: 220 }, {}],
  ['paid_before_go_live', 'a business that is not live', {}, { liveSince: undefined }],
  [
    'paid_before_go_live',
    'paid the day before go-live',
    { paidOn: '2026-11-19' },
    { liveSince: new Date('2026-11-20T00:00+11:00') },
  ],
  ['paid_in_future', 'a payment dated tomorrow', { paidOn: '2026-11-21' }, {}],
  ['paid_too_long_ago', 'paid fifteen days ago', { paidOn: '2026-11-05' }, {}],
  ['deactivated', 'a deactivated account', {}, { isDeactivated: true }],
  ['demo_organisation', 'a demo company in live mode', {}, { isDemo: true }],
  ['automation_off', 'requests switched off', {}, { automationEnabled: false }],
  ['excluded_contact', 'a customer on the owner’s list', {}, by({ excludedContacts: ['c1'] })],
  ['excluded_word', 'a customer with an excluded word in the name', {}, by({ excludedWords: ['smith'] })],
  ['excluded_group', 'a customer in a group that is left out', {}, by({ excludedGroups: ['trade'] })],
  ['excluded_tracking', 'one tracked as left out', {}, by({ excludedTracking: ['north'] })],
  ['deposit_invoice', 'a deposit', {}, by({ leavesOutDeposits: true })],
  ['excluded_invoice_word', 'a word in its reference', {}, by({ invoiceWords: ['kitchen'] })],
  ['below_smallest_amount', 'a small one', {}, by({ smallestCents: 22_001 })],
  ['no_mobile', 'a customer without a number', {}, { customer: { kind: 'none' } }],
  ['landline', 'a customer with a landline only', {}, { customer: { kind: 'landline' } }],
  [
    'country_not_served',
    'a mobile from a country without a price',
    {},
    { customer: { kind: 'mobile', phone: '+33612345678', country: 'FR' } },
  ],
  ['opted_out', 'a customer who sent STOP', {}, { isOptedOut: true }],
  ['cooldown', 'a customer texted a day short of ninety', {}, { lastTextedAt: daysAgo(89) }],
  ['cooldown', 'a customer who will be texted in the morning', {}, { lastTextedAt: daysAgo(-0.5) }],
  ['left_out_by_chance', 'one of the ten that a comparison leaves out', {}, { isLeftOutByChance: true }],
]

test.each(skipped)('%s: %s', (reason, _, invoice, context) => {
  const decision = decideInvoice({ ...paid, ...invoice }, { ...ready, ...context })
  expect(decision).toEqual({ outcome: 'skipped', reason })
})

test('what was paid when its business went live has a final reason, whatever else is to be said', () => {
  const open: readonly string[] = [...REASONS_OF_PAYMENT, 'cooldown']
  for (const [name, invoice, context] of [...texted, ...skipped.map(([, ...row]) => row)]) {
    const decision = decideInvoice(
      { ...paid, ...invoice },
      { ...ready, ...context, wasPaidBeforeGoLive: true },
    )
    const reason = invoice.type === 'ACCPAY' ? 'bill' : 'paid_before_go_live'
    expect(decision, `${name}`).toEqual({ outcome: 'skipped', reason })
    expect([isFixable(reason), open.includes(reason)]).toEqual([false, false])
  }
})

test('of several reasons the first of the table is given', () => {
  const order = [...new Set(skipped.map(([reason]) => reason))]
  for (const [first, , invoice, context] of skipped) {
    for (const [second, , otherInvoice, otherContext] of skipped) {
      if (order.indexOf(first) >= order.indexOf(second)) continue
      // The same fact cannot hold in two ways: an invoice is paid before today or after it.
      const both = { ...paid, ...otherInvoice, ...invoice }
      const rules = { ...NO_RULES, ...changesOf(otherContext.rules), ...changesOf(context.rules) }
      const decision = decideInvoice(both, { ...ready, ...otherContext, ...context, rules })
      expect(decision, `${first} before ${second}`).toEqual({ outcome: 'skipped', reason: first })
    }
  }
})

const changesOf = (rules = NO_RULES) =>
  Object.fromEntries(
    Object.entries(rules).filter(([name, rule]) => rule !== NO_RULES[name as keyof typeof NO_RULES]),
  )

test.each(['DRAFT', 'SUBMITTED', 'AUTHORISED', 'VOIDED', 'DELETED', ''])(
  '%s: there is nothing to decide',
  (status) => {
    expect(decideInvoice({ ...paid, status }, ready)).toBeUndefined()
  },
)

test('the day is the organisation’s, not the server’s', () => {
  const lateInSydney = { ...ready, now: new Date('2026-11-20T13:30Z') }
  expect(decideInvoice({ ...paid, paidOn: '2026-11-21' }, lateInSydney)).toEqual({ outcome: 'scheduled' })
  const inLondon = { ...lateInSydney, timeZone: 'Europe/London' }
  expect(decideInvoice({ ...paid, paidOn: '2026-11-21' }, inLondon)).toMatchObject({
    reason: 'paid_in_future',
  })
})

describe('whatever is on record', () => {
  const instant = fc.date({ min: new Date('2026-09-01'), max: new Date('2027-01-01'), noInvalidDate: true })
  const day = instant.map((date) => date.toISOString().slice(0, 10))
  const amount = fc.constantFrom(-10, 0, 0.01, 220)
  const mostly = fc.oneof(
    { weight: 6, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  )
  const invoices: fc.Arbitrary<PaidInvoice> = fc.record({
    type: fc.constantFrom('ACCREC', 'ACCREC', 'ACCREC', 'ACCPAY'),
    status: fc.constantFrom('PAID', 'PAID', 'PAID', 'AUTHORISED', 'VOIDED'),
    total: amount,
    amountDue: amount,
    amountPaid: amount,
    amountCredited: amount,
    hasPrepaidMoney: fc.boolean(),
    paidOn: fc.option(day, { nil: undefined }),
    currency: fc.constantFrom('AUD', 'AUD', 'USD', undefined),
    number: fc.constantFrom('INV-1', 'DEP1', undefined),
    reference: fc.constantFrom('Kitchen', 'Deposit', 'Balance after deposit', undefined),
    trackingIds: fc.constantFrom<string[]>([], ['north']),
    contactId: fc.constantFrom('c1', undefined),
    contactName: fc.constantFrom('Jane Smith', undefined),
    contact: fc.constantFrom(paid.contact, { name: 'Jane', groupIds: [] }, undefined),
  })
  const contexts: fc.Arbitrary<DecisionContext> = fc.record({
    now: instant,
    timeZone: fc.constantFrom('Australia/Sydney', 'Pacific/Auckland', 'Europe/London', 'America/Los_Angeles'),
    liveSince: fc.option(instant, { nil: undefined }),
    refusesDemo: fc.boolean(),
    isDemo: mostly,
    automationEnabled: mostly.map((isOff) => !isOff),
    isDeactivated: mostly,
    customer: fc.constantFrom<DecisionContext['customer']>(ready.customer, ready.customer, { kind: 'none' }),
    pricedCountries: fc.constantFrom(['AU'], ['AU', 'NZ'], []),
    rules: fc.record({
      excludedContacts: fc.constantFrom([], [], ['c1']),
      excludedWords: fc.constantFrom([], [], ['smith']),
      excludedGroups: fc.constantFrom([], [], ['trade']),
      excludedTracking: fc.constantFrom([], [], ['north']),
      leavesOutDeposits: mostly,
      invoiceWords: fc.constantFrom([], [], ['dep']),
      smallestCents: fc.constantFrom(null, null, 100),
    }),
    baseCurrency: fc.constantFrom('AUD', undefined),
    isOptedOut: mostly,
    lastTextedAt: fc.option(instant, { nil: undefined }),
    cooldownDays: fc.constantFrom(0, 1, 90),
    isLeftOutByChance: mostly,
    wasPaidBeforeGoLive: mostly,
  })

  test('no customer is texted who must not be', () => {
    fc.assert(
      fc.property(invoices, contexts, (invoice, context) => {
        if (decideInvoice(invoice, context)?.outcome !== 'scheduled') return
        const { now, timeZone, liveSince, customer, lastTextedAt, cooldownDays } = context
        expect(invoice).toMatchObject({ type: 'ACCREC', status: 'PAID' })
        expect(invoice.amountPaid > 0 || invoice.hasPrepaidMoney).toBe(true)
        expect(context).toMatchObject({ automationEnabled: true, isDeactivated: false, isOptedOut: false })
        const { rules, baseCurrency } = context
        const { name: customerName, groupIds } = invoice.contact ?? {
          name: invoice.contactName,
          groupIds: [],
        }
        expect(reasonOfRules(rules, { ...invoice, customerName, groupIds, baseCurrency })).toBeUndefined()
        expect(context.wasPaidBeforeGoLive).toBe(false)
        expect(context.isLeftOutByChance).toBe(false)
        expect(context.isDemo && context.refusesDemo).toBe(false)
        expect(customer.kind === 'mobile' && context.pricedCountries.includes(customer.country)).toBe(true)
        expect(liveSince).toBeDefined()
        const paidOn = invoice.paidOn ?? localDate(now, timeZone)
        expect(paidOn >= localDate(liveSince!, timeZone)).toBe(true)
        expect(paidOn <= localDate(now, timeZone)).toBe(true)
        expect(now.getTime() - Date.parse(paidOn)).toBeLessThan((MAX_PAID_AGE_DAYS + 2) * DAY_MS)
        const rested = lastTextedAt ? (now.getTime() - lastTextedAt.getTime()) / DAY_MS : Infinity
        expect(cooldownDays === 0 || rested >= cooldownDays).toBe(true)
      }),
      { numRuns: 3000 },
    )
  })

  test('every paid invoice gets a decision, every other none, and the same facts the same one', () => {
    fc.assert(
      fc.property(invoices, contexts, (invoice, context) => {
        const decision = decideInvoice(invoice, context)
        expect(decision !== undefined).toBe(invoice.status === 'PAID')
        expect(decideInvoice(structuredClone(invoice), structuredClone(context))).toEqual(decision)
        const reasons = [undefined, ...Object.keys(skipReasonWords)]
        expect(reasons).toContain(decision?.outcome === 'skipped' ? decision.reason : undefined)
      }),
    )
  })
})

test('every reason has short words of its own, without jargon', () => {
  const all = Object.values(skipReasonWords).map(({ what }) => what)
  expect(new Set(all).size).toBe(all.length)
  const sentences = Object.values(skipReasonWords).flatMap(({ what, todo }) => (todo ? [what, todo] : [what]))
  for (const sentence of sentences) {
    expect(sentence).toMatch(/^[A-Z].{5,80}\.$/)
    expect(sentence).not.toMatch(/ACCREC|E\.164|cooldown|invalid|null|_/i)
  }
})

test('a corrected contact helps where the number was at fault, and never against a STOP', () => {
  const reasons = Object.keys(skipReasonWords) as SkipReason[]
  expect(reasons.filter(isFixable).sort()).toEqual(['country_not_served', 'landline', 'no_mobile'])
})
