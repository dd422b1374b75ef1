import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  amountWords,
  dayWords,
  percentWords,
  receiptKind,
  receiptNumber,
  splitTax,
  taxOn,
} from './receipt-rules.ts'

const seller = {
  name: 'Jo Texts',
  address: '1 High St',
  taxNumber: 'ABN 51 824 753 556',
  taxes: [
    { name: 'GST', thousandths: 10_000, from: '2026-07-01' },
    { name: 'GST', thousandths: 12_500, from: '2028-07-01' },
    { name: 'GST', thousandths: 0, from: '2030-07-01' },
  ],
}

describe('the tax within an amount', () => {
  test.each([
    [5_000, 10_000, 455, 4_545],
    [500, 10_000, 45, 455],
    [2_000, 20_000, 333, 1_667],
    [1_100, 10_000, 100, 1_000],
    [1_000, 8_875, 82, 918],
    [3, 20_000, 1, 2],
    [0, 10_000, 0, 0],
  ])('of %i cents at %i thousandths is %i, and the rest %i', (cents, thousandths, taxCents, netCents) => {
    expect(splitTax(cents, thousandths)).toEqual({ taxCents, netCents })
  })

  test('and the rest are the amount, and it is the nearest cent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000_000 }),
        fc.integer({ min: 0, max: 99_999 }),
        (cents, thousandths) => {
          const { taxCents, netCents } = splitTax(cents, thousandths)
          expect(taxCents + netCents).toBe(cents)
          expect(Number.isInteger(taxCents)).toBe(true)
          // Twice the error, times the divisor: whole numbers on both sides.
          const error = taxCents * (100_000 + thousandths) - cents * thousandths
          expect(2 * Math.abs(error)).toBeLessThanOrEqual(100_000 + thousandths)
        },
      ),
    )
  })
})

describe('which tax a top-up includes', () => {
  test.each([
    ['2026-06-30', undefined, 'receipt'],
    ['2026-07-01', 10_000, 'tax_invoice'],
    ['2028-06-30', 10_000, 'tax_invoice'],
    ['2028-07-01', 12_500, 'tax_invoice'],
    ['2030-07-01', undefined, 'receipt'],
  ])('on %s: %s thousandths, so it has a %s', (day, thousandths, kind) => {
    expect(taxOn(seller, day)?.thousandths).toBe(thousandths)
    expect(receiptKind(seller, day)).toBe(kind)
  })

  test.each(['name', 'address', 'taxNumber'])('is none while the seller has no %s', (field) => {
    expect(taxOn({ ...seller, [field]: undefined }, '2026-11-22')).toBeUndefined()
  })

  test('is the same on every day where it has no first one', () => {
    const always = { ...seller, taxes: [{ name: 'VAT', thousandths: 20_000, from: '' }] }
    expect(taxOn(always, '1999-01-01')?.name).toBe('VAT')
  })
})

test('a number is of the random part of the id, and stays', () => {
  expect(receiptNumber('01938f2e-7c11-7abc-8def-0123456789ab')).toBe('GW-012345-6789AB')
})

test('amounts, days and percents are in words that every bookkeeper reads', () => {
  expect(amountWords(123_456, 'AUD')).toBe('AUD 1,234.56')
  expect(amountWords(-1_000, 'GBP')).toBe('-GBP 10.00')
  expect(dayWords('2026-11-02')).toBe('2 November 2026')
  expect([10_000, 12_500, 8_875].map(percentWords)).toEqual(['10%', '12.5%', '8.875%'])
})
