import { expect, test } from 'vitest'
import { interval, missedBars, pooled } from './judge.ts'
import { JUDGING_SEEDS, judgingSeeds } from './measure-attribution.ts'
import { measureWorld } from './measure-world.ts'
import { simulateBusiness } from './simulate-business.ts'
import { WORLDS } from './worlds.ts'

const BUSINESSES = 4

/** The measurement is `npm run bench -- --only attribution`, with many times as many; this finds what broke. */
test('a text is named with its honest chance, better than by a simple rule, in each simulated world', () => {
  const worlds = WORLDS.filter(({ textsPerWeek }) => textsPerWeek < 50).map((world, index) =>
    measureWorld(world, judgingSeeds(index, BUSINESSES, 10_000)),
  )
  expect(worlds.length).toBeGreaterThanOrEqual(15)
  expect(worlds.flatMap((world) => missedBars(world).map((missed) => `${world.world}: ${missed}`))).toEqual(
    [],
  )
  const all = pooled(worlds)
  expect(missedBars(all)).toEqual([])
  expect(all.recall).toBeGreaterThan(0.6)
  expect(Math.abs(all.expected - all.truly) / all.truly).toBeLessThan(0.05)
})

test('a world is the same for the same seed, and another for another', () => {
  const [once, again, other] = [1, 1, 2].map((seed) => simulateBusiness(WORLDS[0]!, seed))
  expect(again).toEqual(once)
  expect(other!.reviews).not.toEqual(once!.reviews)
})

test('a bin that is off is reported, and a small one only where chance does not explain it', () => {
  const measured = measureWorld(WORLDS[0]!, [JUDGING_SEEDS.from])
  const withBin = (count: number, observed: number) => ({
    ...measured,
    bins: measured.bins.map((bin, index) =>
      index === 5 ? { count, predicted: 0.55, observed } : { ...bin, count: 0 },
    ),
  })
  expect(missedBars(withBin(5_000, 0.59))).toEqual([])
  expect(missedBars(withBin(5_000, 0.61))).toEqual(['bin 0.5–0.6'])
  expect(missedBars(withBin(19, 0.05))).toEqual([])
  expect(missedBars(withBin(20, 0.61))).toEqual([])
  expect(missedBars(withBin(200, 0.85))).toEqual(['bin 0.5–0.6'])
  expect(missedBars({ ...measured, precision: 0.89 })).toContain('precision at “likely” 0.890')
  expect(interval(0.5, 100).map((end) => Number(end.toFixed(3)))).toEqual([0.404, 0.596])
})
