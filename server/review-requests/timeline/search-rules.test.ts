import { expect, test } from 'vitest'
import { searchPatterns } from './search-rules.ts'

test.each([
  ['', []],
  ['   ', []],
  ['Zoë  O’Brien', [[{ part: 'zoe' }], [{ part: 'o’brien' }]]],
  ['100%', [[{ part: '100%' }]]],
  ['INV-0042', [[{ part: 'inv-0042' }]]],
  ['42', [[{ part: '42' }]]],
  ['0', [[{ part: '0' }]]],
  ['041', [[{ part: '041' }, { like: '%+__41%' }, { like: '%+___41%' }]]],
  ['0412345678', [[{ part: '412345678' }]]],
  ['0412 345 678', [[{ part: '0412 345 678' }, { part: '412345678' }]]],
  ['+61 (0)412', [[{ part: '+61 (0)412' }, { part: '610412' }]]],
  ['0061 4', [[{ part: '0061 4' }, { part: '+614' }]]],
  ['2026-000123', [[{ part: '2026-000123' }, { part: '2026000123' }]]],
])('%j is looked for as %j', (typed, patterns) => {
  expect(searchPatterns(typed)).toEqual(patterns)
})

test('no more than eight words are looked for', () => {
  expect(searchPatterns('a b c d e f g h i j')).toHaveLength(8)
})
