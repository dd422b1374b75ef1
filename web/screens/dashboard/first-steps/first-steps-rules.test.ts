import { expect, test } from 'vitest'
import { firstSteps } from './first-steps-rules.ts'

const words = {
  inMoney: (amount: number) => `$${amount.toFixed(2)}`,
  counted: (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`,
}
const fresh = {
  balance: { balance: 0 },
  template: { message: 'Thanks', defaultMessage: 'Thanks', isEnabled: true },
  movements: [],
  isXeroConnected: true,
  invoices: { paid: 0, skipped: 0 },
}
const stepsOf = (known: Partial<Parameters<typeof firstSteps>[0]> = {}) =>
  firstSteps({ ...fresh, ...known }, words).map(({ name, isDone }) => [name, isDone])
const test9Cents = { kind: 'reserve', text: 'paid', reviewRequestId: null } as const

test('a new owner has four steps before her, and each but the last leads to where it is done', () => {
  expect(stepsOf()).toEqual([
    ['Add funds', false],
    ['Make the message yours', false],
    ['Send a test to your phone', false],
    ['Get an invoice paid', false],
  ])
  expect(firstSteps(fresh, words).map(({ way }) => way?.tab)).toEqual(['top-up', 'sms', 'sms', undefined])
})

test('where Xero is not connected, that comes before a paid invoice', () => {
  const steps = firstSteps({ ...fresh, isXeroConnected: false }, words)
  expect(steps.map(({ name }) => name).slice(3)).toEqual(['Connect Xero', 'Get an invoice paid'])
  expect(steps[3]!.way?.tab).toBe('xero')
})

test('the last step says who can be texted', () => {
  expect(firstSteps(fresh, words)[3]!.words).toContain('A customer with a mobile number is texted')
})

test('funds, words of her own and a test are ticked off, and lead nowhere any more', () => {
  const known = {
    balance: { balance: 18.31 },
    template: { message: 'Ta', defaultMessage: 'Thanks', isEnabled: true },
    movements: [test9Cents],
  }
  expect(stepsOf(known).map(([, isDone]) => isDone)).toEqual([true, true, true, false])
  expect(firstSteps({ ...fresh, ...known }, words)[0]).toEqual({
    name: 'Add funds',
    words: '$18.31 available for texts.',
    isDone: true,
    way: null,
  })
})

test('who has seen a test has seen the message', () => {
  expect(stepsOf({ movements: [test9Cents] })[1]).toEqual(['Make the message yours', true])
})

test('a test that was given back, a top-up and the text of a customer are no test', () => {
  expect(
    stepsOf({
      movements: [
        { ...test9Cents, text: 'given_back' },
        { ...test9Cents, reviewRequestId: '0b0c1d5e-5a3f-4b8e-9c55-3b8f4c1d2e3f' },
        { kind: 'topup', text: null, reviewRequestId: null },
      ],
    })[2],
  ).toEqual(['Send a test to your phone', false])
})

test('where review requests are off, switching them on is a step', () => {
  expect(stepsOf({ template: { ...fresh.template, message: 'Ta', isEnabled: false } })[1]).toEqual([
    'Switch review requests on',
    false,
  ])
})

test('invoices that were paid and not texted lead to the reasons', () => {
  const last = firstSteps({ ...fresh, invoices: { paid: 2, skipped: 2 } }, words)[3]!
  expect(last).toMatchObject({
    words: '2 invoices paid this month, and none texted.',
    way: { tab: 'activity', words: 'See why' },
  })
})

test('an invoice whose text is not listed yet is not called one without a text', () => {
  const last = firstSteps({ ...fresh, invoices: { paid: 3, skipped: 2 } }, words)[3]!
  expect(last).toEqual({
    name: 'Get an invoice paid',
    words: 'A customer has paid. Their text appears here in a moment.',
    isDone: true,
    way: null,
  })
})
