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

test.each<[string, number, number]>([
  ['1.000', 1000, 1],
  ['$1.000', 1000, 1],
  ['12.500', 12_500, 12.5],
])('“%s” may be %d or %d, and is not guessed', (text, thousands, decimals) => {
  expect(inAustralia(text)).toEqual({ is: 'ambiguous', readings: [thousands, decimals] })
})

test.each([
  '',
  'ten',
  '£75',
  '€75',
  '7,5,0',
  '1,00,000',
  '75.',
  '0.001',
  '0,001',
  '000.500',
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
  ['1,000', { is: 'ambiguous', readings: [1000, 1] }],
  ['75,00 €', { is: 'amount', amount: 75 }],
  ['€75', { is: 'amount', amount: 75 }],
  ['$75', { is: 'none' }],
])('where a dot parts the thousands, “%s” is %j', (text, read) => {
  expect(inGermany(text)).toEqual(read)
})
