import { expect, test } from 'vitest'
import { chanceOfSoMany, isNoChance } from './left-out-by-chance.ts'

const SHARE = 0.3

test.each([
  [0, 5, 1],
  [1, 1, 0.3],
  [2, 2, 0.09],
  [1, 2, 0.51],
  [2, 3, 0.216],
])('at least %i of %i are left out with the chance that is known', (some, of, chance) =>
  expect(chanceOfSoMany(some, of, SHARE)).toBeCloseTo(chance, 12),
)

/** The chance of each count, one customer after another, as the product draws them. */
const countsOf = (customers: number, share: number): number[] => {
  let counts = [1]
  for (let one = 0; one < customers; one += 1)
    counts = [...counts, 0].map((same, count) => same * (1 - share) + (counts[count - 1] ?? 0) * share)
  return counts
}
const chanceOfFinding = (customers: number, share: number): number =>
  countsOf(customers, share)
    .filter((_, count) => isNoChance(count, customers, SHARE))
    .reduce((sum, chance) => sum + chance, 0)

test('a right product is accused in less than one of 10^9 histories, however many customers it has', () => {
  for (let customers = 0; customers <= 300; customers += 1)
    expect(chanceOfFinding(customers, SHARE)).toBeLessThan(1e-9)
})

test('12 of 22 may be chance, as in the history of seed 100228', () =>
  expect(isNoChance(12, 22, SHARE)).toBe(false))

test('who leaves out everybody is found from 18 customers on', () => {
  expect([17, 18, 200].map((customers) => isNoChance(customers, customers, SHARE))).toEqual([
    false,
    true,
    true,
  ])
})

test('who leaves out twice the share is found with enough customers', () => {
  expect(chanceOfFinding(200, 2 * SHARE)).toBeGreaterThan(0.99)
  expect(chanceOfFinding(120, 2 * SHARE)).toBeGreaterThan(0.5)
})
