import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readXeroDay, readXeroInstant } from './xero-dates.ts'

test.each([
  ['/Date(1573755038314)/', '2019-11-14T18:10:38.314Z'],
  ['/Date(1573755038314+0000)/', '2019-11-14T18:10:38.314Z'],
  ['/Date(1573755038314+1300)/', '2019-11-14T18:10:38.314Z'],
  ['/Date(-86400000+0000)/', '1969-12-31T00:00:00.000Z'],
  ['2025-05-01T14:32:04.198', '2025-05-01T14:32:04.198Z'],
  ['2019-12-07T18:46:19.5165400', '2019-12-07T18:46:19.516Z'],
  ['2025-05-01T14:32:04Z', '2025-05-01T14:32:04.000Z'],
  ['2025-05-01T14:32:04+10:00', '2025-05-01T04:32:04.000Z'],
  ['2018-10-20', '2018-10-20T00:00:00.000Z'],
])('%s is one instant', (text, instant) => {
  expect(readXeroInstant(text)?.toISOString()).toBe(instant)
})

test.each([
  '',
  'yesterday',
  '/Date()/',
  '/Date(1e9)/',
  '/Date(99999999999999999)/',
  '2025-13-45',
  '2025',
  'null',
  // PostgreSQL takes neither: one such event would fail whatever is written together with it.
  '0000-01-01T00:00:00',
  '/Date(8640000000000000)/',
])('"%s" is no instant and no day', (text) => {
  expect(readXeroInstant(text)).toBeUndefined()
  expect(readXeroDay(text)).toBeUndefined()
})

test('a day stays the day that Xero labels, whatever offset is written behind it', () => {
  const day = fc.date({
    min: new Date('0001-01-01'),
    max: new Date('9999-12-31T23:59:59Z'),
    noInvalidDate: true,
  })
  const offset = fc.constantFrom('', '+0000', '+1300', '-0800', '+1345')
  fc.assert(
    fc.property(day, offset, (instant, written) => {
      const label = instant.toISOString().slice(0, 10)
      const midnight = Date.parse(label)
      expect(readXeroDay(`/Date(${midnight}${written})/`)).toBe(label)
      expect(readXeroDay(`${label}T00:00:00`)).toBe(label)
      expect(readXeroDay(label)).toBe(label)
    }),
  )
})

test('an instant survives being written as Xero writes it', () => {
  const instants = fc.date({
    min: new Date('0001-01-01'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(instants, (instant) => {
      expect(readXeroInstant(`/Date(${instant.getTime()}+0000)/`)).toEqual(instant)
    }),
  )
})

test('no text at all makes the reading throw', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string().map((inner) => `/Date(${inner})/`),
  )
  fc.assert(
    fc.property(text, (any) => {
      const instant = readXeroInstant(any)
      expect(instant === undefined || !Number.isNaN(instant.getTime())).toBe(true)
      expect(readXeroDay(any) ?? '2000-01-01').toMatch(/^\d{4}-\d{2}-\d{2}$/)
    }),
  )
})
