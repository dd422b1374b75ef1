import { Counter, Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { readRegistry, sumOf, type Reading } from './readings.ts'

const readingOf = (seconds: number): Promise<Reading> => {
  const registry = new Registry()
  new Counter({ name: 'cpu_seconds_total', help: 'x', registers: [registry] }).inc(seconds)
  new Histogram({ name: 'call_seconds', help: 'x', buckets: [1], registers: [registry] }).observe(seconds)
  return readRegistry(registry)
}

test('a sum of fractions is the same in whatever order the processes come and go', async () => {
  const [a, b, c] = await Promise.all([0.1, 0.2, 0.3].map(readingOf))
  const folded = async (first: Reading, second: Reading, third: Reading) => {
    const totals = await sumOf([first, second]).getMetricsAsJSON()
    return sumOf([totals, third]).metrics()
  }
  expect(0.1 + 0.2 + 0.3).not.toBe(0.3 + 0.2 + 0.1)
  expect(await folded(a!, b!, c!)).toBe(await folded(c!, b!, a!))
})
