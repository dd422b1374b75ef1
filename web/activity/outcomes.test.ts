import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { totalsSentence } from './outcomes.ts'

// What the server writes into the page, of which there is none here.
vi.mock('../lib/site.ts', () => ({ site: { currency: 'AUD', isSandbox: false } }))

test('the sentence counts what was paid and its parts; a part of zero is left out', () => {
  expect(totalsSentence({ paid: 42, texted: 31, pending: 0, failed: 2, skipped: 9 }, 'week')).toBe(
    '42 invoices paid in the last 7 days = 31\u00A0texted + 2\u00A0could\u00A0not\u00A0be\u00A0delivered + 9\u00A0not\u00A0texted',
  )
  expect(totalsSentence({ paid: 1, texted: 0, pending: 1, failed: 0, skipped: 0 }, 'month')).toBe(
    '1 invoice paid this month = 0\u00A0texted + 1\u00A0pending',
  )
  expect(totalsSentence({ paid: 0, texted: 0, pending: 0, failed: 0, skipped: 0 }, 'all')).toBe(
    'No invoices were paid so far.',
  )
})

test('the numbers of the sentence always add up', () => {
  const some = fc.nat({ max: 999 })
  fc.assert(
    fc.property(some, some, some, some, (texted, pending, failed, skipped) => {
      const paid = texted + pending + failed + skipped
      fc.pre(paid > 0)
      const [whole, parts] = totalsSentence({ paid, texted, pending, failed, skipped }, 'month').split(' = ')
      const numbers = parts!.split(' + ').map((part) => parseInt(part, 10))
      expect(numbers.reduce((sum, one) => sum + one, 0)).toBe(
        Number(whole!.split(' ')[0]!.replaceAll(/\D/g, '')),
      )
    }),
  )
})
