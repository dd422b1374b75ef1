import { expect, test, vi } from 'vitest'
import { amountInWords } from './amount-words.ts'

vi.mock('../lib/site.ts', () => ({ site: { isSandbox: false, currency: 'AUD' } }))

test('an amount in another currency than that of the funds says which', () => {
  expect(amountInWords(120, 'AUD')).toBe('$120.00')
  expect(amountInWords(120, 'NZD')).toBe('NZD\u00a0120.00')
  expect(amountInWords(1120.5, 'USD')).toBe('USD\u00a01,120.50')
})
