import { expect, test } from 'vitest'
import { planExperiment } from './plan-rules.ts'

const OWN = { customersPerMonth: 40, sent: 200, opened: 80 }

test('forty customers a month need years for ten points, and are told so', () => {
  const plan = planExperiment('wordings', OWN, null)
  expect(plan).toMatchObject({ assumedPercent: 40, isAssumed: false })
  expect(plan.monthsForTenPoints).toBeGreaterThan(15)
  expect(plan.lengths.map(({ weeks, customers }) => [weeks, customers])).toEqual([
    [4, 37],
    [8, 74],
    [13, 120],
    [26, 239],
    [52, 478],
  ])
  expect(plan.lengths.map(({ points }) => points ?? 100)).toEqual(
    plan.lengths.map(({ points }) => points ?? 100).toSorted((one, other) => other - one),
  )
})

test('one in ten needs far more of them than halves', () => {
  const [halves, tenth] = (['delays', 'hold-out'] as const).map((kind) =>
    planExperiment(kind, { ...OWN, opened: 20 }, null),
  )
  expect(tenth!.monthsForTenPoints!).toBeGreaterThan(2 * halves!.monthsForTenPoints!)
})

test('without texts of her own a share is assumed, and one near the top is planned for as well', () => {
  expect(planExperiment('delays', { ...OWN, sent: 29 }, null)).toMatchObject({
    assumedPercent: 30,
    isAssumed: true,
  })
  expect(
    planExperiment('delays', { ...OWN, sent: 100, opened: 99 }, null).monthsForTenPoints,
  ).toBeGreaterThan(0)
  expect(planExperiment('delays', { ...OWN, customersPerMonth: 0 }, null).monthsForTenPoints).toBeNull()
})
