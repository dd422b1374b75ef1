import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  chanceOfSuch,
  customersNeeded,
  differenceInterval,
  shareInterval,
  smallestDifference,
} from './statistics-rules.ts'

const of = (came: number, customers: number) => ({ came, customers })

test('the interval of a share is Wilson’s', () => {
  // Newcombe 1998, Statistics in Medicine 17, 857–872, table I, method 3.
  expect(shareInterval(of(81, 263))).toEqual({
    low: expect.closeTo(0.2553, 4),
    high: expect.closeTo(0.3662, 4),
  })
  expect(shareInterval(of(15, 148))).toEqual({
    low: expect.closeTo(0.0624, 4),
    high: expect.closeTo(0.1605, 4),
  })
  expect(shareInterval(of(0, 20))).toEqual({ low: 0, high: expect.closeTo(0.1611, 4) })
  expect(shareInterval(of(1, 29))).toEqual({
    low: expect.closeTo(0.0061, 4),
    high: expect.closeTo(0.1718, 4),
  })
})

test('the interval of a difference is Newcombe’s', () => {
  // Newcombe 1998, Statistics in Medicine 17, 873–890, table II, method 10.
  const cases = [
    [of(56, 70), of(48, 80), 0.0524, 0.3339],
    [of(9, 10), of(3, 10), 0.1705, 0.809],
    [of(6, 7), of(2, 7), 0.0582, 0.8062],
    [of(5, 56), of(0, 29), -0.0381, 0.1926],
    [of(0, 10), of(0, 20), -0.1611, 0.2775],
  ] as const
  for (const [one, other, low, high] of cases)
    expect(differenceInterval(other, one)).toEqual({
      low: expect.closeTo(low, 4),
      high: expect.closeTo(high, 4),
    })
})

test('the exact test is Fisher’s', () => {
  // The lady tasting tea, all eight cups and six of them; and a table that is even.
  expect(chanceOfSuch(of(4, 4), of(0, 4))).toBeCloseTo(2 / 70, 6)
  expect(chanceOfSuch(of(3, 4), of(1, 4))).toBeCloseTo(34 / 70, 6)
  expect(chanceOfSuch(of(10, 20), of(10, 20))).toBeCloseTo(1, 9)
  expect(chanceOfSuch(of(1, 9), of(11, 15))).toBeCloseTo(0.0094, 3)
})

test('no number of customers, however small, finds a difference more often than one time in twenty', () => {
  // Summed over all that can come, not drawn.
  for (const [a, b, share] of [
    [20, 20, 0.3],
    [36, 4, 0.1],
    [90, 10, 0.08],
    [60, 60, 0.5],
  ] as const) {
    let mistaken = 0
    for (let inA = 0; inA <= a; inA += 1)
      for (let inB = 0; inB <= b; inB += 1)
        if (chanceOfSuch(of(inA, a), of(inB, b)) <= 0.05)
          mistaken += binomial(a, inA, share) * binomial(b, inB, share)
    expect(mistaken).toBeLessThanOrEqual(0.05)
  }
})

const binomial = (of: number, some: number, share: number): number => {
  let chance = 1
  for (let one = 1; one <= some; one += 1) chance *= ((of - some + one) / one) * share
  return chance * (1 - share) ** (of - some)
}

const counted = fc
  .tuple(fc.integer({ min: 1, max: 400 }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([customers, share]) => of(Math.round(customers * share), customers))

test('turned around, a difference has the same interval with the other sign, around what was seen', () => {
  fc.assert(
    fc.property(counted, counted, (a, b) => {
      const { low, high } = differenceInterval(a, b)
      const turned = differenceInterval(b, a)
      const seen = b.came / b.customers - a.came / a.customers
      expect(turned.low).toBeCloseTo(-high, 9)
      expect(turned.high).toBeCloseTo(-low, 9)
      expect(low).toBeLessThanOrEqual(seen + 1e-9)
      expect(high).toBeGreaterThanOrEqual(seen - 1e-9)
      expect(low).toBeGreaterThanOrEqual(-1 - 1e-9)
      expect(high).toBeLessThanOrEqual(1 + 1e-9)
    }),
  )
})

test('the customers that are needed are those of the books', () => {
  // Fleiss, Statistical Methods for Rates and Proportions: 60 % against 70 %, 80 %, halves: 376 a side with correction.
  expect(customersNeeded(0.6, 0.7, 0.5) / 2).toBeCloseTo(376, -1)
  expect(customersNeeded(0.3, 0.4, 0.5)).toBe(customersNeeded(0.4, 0.3, 0.5))
  expect(customersNeeded(0.15, 0.05, 0.1)).toBeGreaterThan(customersNeeded(0.15, 0.05, 0.5))
  expect(customersNeeded(0.3, 0.3, 0.5)).toBe(Number.POSITIVE_INFINITY)
})

test('the more customers, the smaller the difference that they show; a few show none at all', () => {
  expect(smallestDifference(0.3, 10, 0.5)).toBeUndefined()
  expect(smallestDifference(0.3, customersNeeded(0.4, 0.3, 0.5), 0.5)).toBe(10)
  expect(smallestDifference(0.3, 100, 0.5)!).toBeGreaterThan(smallestDifference(0.3, 400, 0.5)!)
})
