import { describe, expect, test } from 'vitest'
import { NO_RULES } from '../../../test/support/no-rules.ts'
import { reasonOfRules, type RuledInvoice } from './review-rules.ts'

const invoice: RuledInvoice = {
  contactId: 'a',
  customerName: 'Jane Smith',
  groupIds: ['trade'],
  trackingIds: ['north'],
  number: 'INV-1042',
  reference: 'Kitchen, 12 High St',
  total: 220,
  currency: 'AUD',
  baseCurrency: 'AUD',
}
const excludedWords = ['Strata', 'body corporate', 'Māori Trust', '&']

test.each([
  ['Strata Plan 4411', true],
  ['THE STRATA-MANAGERS', true],
  ['Stratagem Consulting', false],
  ['Body  Corporate, 12 High St', true],
  ['Corporate Body', false],
  ['Maori Trust', true],
  ['Smith & Sons', false],
  ['', false],
  [undefined, false],
])('%s is excluded by its words: %s', (customerName, isExcluded) => {
  const reason = reasonOfRules({ ...NO_RULES, excludedWords }, { ...invoice, customerName })
  expect(reason).toBe(isExcluded ? 'excluded_word' : undefined)
})

test('a contact on the list is excluded whatever the name, and no other', () => {
  const rules = { ...NO_RULES, excludedContacts: ['a'] }
  expect(reasonOfRules(rules, { ...invoice, customerName: undefined })).toBe('excluded_contact')
  expect(reasonOfRules(rules, { ...invoice, contactId: 'b' })).toBeUndefined()
  expect(reasonOfRules(rules, { ...invoice, contactId: undefined })).toBeUndefined()
})

test.each([
  ['Deposit kitchen', undefined, 'deposit_invoice'],
  [undefined, 'DEPOSIT-12', 'deposit_invoice'],
  ['Kitchen', 'INV-1042', undefined],
])(
  'reference %j and number %j: %s, where deposits are left out, and never else',
  (reference, number, reason) => {
    const written = { ...invoice, reference, number }
    expect(reasonOfRules({ ...NO_RULES, leavesOutDeposits: true }, written)).toBe(reason)
    expect(reasonOfRules(NO_RULES, written)).toBeUndefined()
  },
)

test.each([
  ['DEP', 'DEP0012', '', true],
  ['dep', 'INV-1042', 'Dep. for the kitchen', true],
  ['DEP', 'INV-1042', 'Department of Roads', false],
  ['PC1', 'PC-1', '', true],
  ['PC1', 'PC12', '', false],
  ['call out', 'INV-1042', 'Call-out fee', true],
  ['1042', 'INV-1042', '', true],
  ['kitchen inv', 'INV-1042', 'Kitchen', false],
])('the word %j of the owner in number %j and reference %j: %s', (word, number, reference, isLeftOut) => {
  const reason = reasonOfRules({ ...NO_RULES, invoiceWords: [word] }, { ...invoice, number, reference })
  expect(reason).toBe(isLeftOut ? 'excluded_invoice_word' : undefined)
})

test.each([
  ['a cent below', 99.99, 'AUD', 'AUD', true],
  ['the amount itself', 100, 'AUD', 'AUD', false],
  ['below, in another currency than the books', 20, 'USD', 'AUD', false],
  ['below, where the currency of the books is not known', 20, 'USD', undefined, true],
  ['below, where that of the invoice is not known', 20, undefined, 'AUD', true],
])('of at least 100: %s', (_, total, currency, baseCurrency, isLeftOut) => {
  const reason = reasonOfRules(
    { ...NO_RULES, smallestCents: 10_000 },
    { ...invoice, total, currency, baseCurrency },
  )
  expect(reason).toBe(isLeftOut ? 'below_smallest_amount' : undefined)
})

test('an amount is compared in whole cents, whatever floats make of it', () => {
  const rules = { ...NO_RULES, smallestCents: 115 }
  expect(1.15 * 100).toBeLessThan(115)
  expect(reasonOfRules(rules, { ...invoice, total: 1.15 })).toBeUndefined()
})

describe('of several rules', () => {
  const inOrder = [
    ['excluded_contact', { excludedContacts: ['a'] }],
    ['excluded_word', { excludedWords: ['smith'] }],
    ['excluded_group', { excludedGroups: ['trade', 'friends'] }],
    ['excluded_tracking', { excludedTracking: ['south', 'north'] }],
    ['deposit_invoice', { leavesOutDeposits: true }],
    ['excluded_invoice_word', { invoiceWords: ['kitchen'] }],
    ['below_smallest_amount', { smallestCents: 30_000 }],
  ] as const

  test('the first that holds gives the reason, whatever follows', () => {
    const deposit = { ...invoice, reference: 'Deposit kitchen' }
    for (const [index, [reason]] of inOrder.entries()) {
      const rules = Object.assign({}, NO_RULES, ...inOrder.slice(index).map(([, rule]) => rule))
      expect(reasonOfRules(rules, deposit)).toBe(reason)
      expect(reasonOfRules(Object.assign({}, NO_RULES, inOrder[index]![1]), deposit)).toBe(reason)
    }
  })

  test('none leaves out an invoice of which nothing is on record', () => {
    const rules = Object.assign({}, NO_RULES, ...inOrder.slice(0, -1).map(([, rule]) => rule))
    expect(reasonOfRules(rules, { total: 220 })).toBeUndefined()
  })
})
