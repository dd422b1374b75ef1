import { expect, test } from 'vitest'
import { measureExperiments } from './experiments.ts'
import { simulateExperiments } from './simulated-experiments.ts'

test('nothing is found in equal sides oftener than 1 in 20, and what differs about as often as was said', () => {
  const { figures } = measureExperiments({ sized: (_full, quick) => quick })
  const equal = figures.filter(({ bar }) => bar)
  expect(equal.length).toBeGreaterThan(10)
  for (const { what, value } of equal)
    expect([what, value]).toEqual([what, expect.toSatisfy((it) => it <= 5)])
  const apart = figures.filter(({ bar }) => !bar)
  expect(apart.length).toBeGreaterThan(2)
  for (const { what, value } of apart)
    expect([what, value]).toEqual([what, expect.toSatisfy((it) => it >= 77 && it <= 85)])
}, 120_000)

test('whoever took the first of ten looks would be wrong far oftener, which is why there is one', () => {
  const world = { customers: 200, percentB: 50, shares: { a: 0.3, b: 0.3 } }
  const { found, foundByPeeking } = simulateExperiments(world, { runs: 200, seed: 7 })
  expect(foundByPeeking).toBeGreaterThan(2 * found)
  expect(foundByPeeking).toBeGreaterThan(0.1)
}, 60_000)
