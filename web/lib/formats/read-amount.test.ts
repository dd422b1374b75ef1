import { expect, test } from 'vitest'
import { amountReader, type ReadAmount } from './read-amount.ts'

const inAustralia = amountReader('en-AU', 'AUD')
const inGermany = amountReader('de-DE', 'EUR')

test.each<[string, number]>([
  ['75', 75],
  [' 75 ', 75],
  ['$75', 75],
  ['$ 75', 75],
  ['75$', 75],
  ['A$75', 75],
  ['AUD 75', 75],
  ['75 aud', 75],
  ['$75.00 AUD', 75],
  ['A$75 AUD', 75],
  ['AUD $75', 75],
  ['75 $ AUD', 75],
  ['75.00', 75],
  ['75.5', 75.5],
  ['75,00', 75],
  ['1,000', 1000],
  ['1,000.00', 1000],
  ['$1,000.50', 1000.5],
  ['1 000', 1000],
  ['1.000,00', 1000],
  ['1.000.000', 1_000_000],
  ['0075', 75],
])('“%s” is %d', (text, amount) => {
  expect(inAustralia(text)).toEqual({ is: 'amount', amount })
})

test.each(['1.000', '$1.000', '12.500'])('“%s” may be a thousand or one, and is not guessed', (text) => {
  expect(inAustralia(text)).toEqual({ is: 'ambiguous' })
})

test.each([
  '',
  'ten',
  '£75',
  '€75',
  '7,5,0',
  '1,00,000',
  '75.',
  '.5',
  '-75',
  '1e3',
  '75.123.4',
  '0x10',
  '$',
  '$75 USD',
  '$$$75',
])('“%s” is no amount', (text) => {
  expect(inAustralia(text)).toEqual({ is: 'none' })
})

test.each<[string, ReadAmount]>([
  ['1.000', { is: 'amount', amount: 1000 }],
  ['1,000', { is: 'ambiguous' }],
  ['75,00 €', { is: 'amount', amount: 75 }],
  ['€75', { is: 'amount', amount: 75 }],
  ['$75', { is: 'none' }],
])('where a dot parts the thousands, “%s” is %j', (text, read) => {
  expect(inGermany(text)).toEqual(read)
})
