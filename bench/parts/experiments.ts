import { customersNeeded } from '../../server/experiments/statistics-rules.ts'
import type { Figure, Part } from '../figures.ts'
import type { Bench } from './bench.ts'
import { exactlyFound, simulateExperiments, type World } from './simulated-experiments.ts'

/** Of equal sides: nothing is to be found. */
const EQUAL: [what: string, world: World][] = [
  ['halves of 40, 30 % open', { customers: 40, percentB: 50, shares: { a: 0.3, b: 0.3 } }],
  ['halves of 240, 30 % open', { customers: 240, percentB: 50, shares: { a: 0.3, b: 0.3 } }],
  ['halves of 600, 60 % open', { customers: 600, percentB: 50, shares: { a: 0.6, b: 0.6 } }],
  ['one in ten of 120, 8 % review', { customers: 120, percentB: 10, shares: { a: 0.08, b: 0.08 } }],
  ['one in ten of 500, 8 % review', { customers: 500, percentB: 10, shares: { a: 0.08, b: 0.08 } }],
  ['one in ten of 1,200, 15 % review', { customers: 1_200, percentB: 10, shares: { a: 0.15, b: 0.15 } }],
]

/** Of sides that differ by ten points, with as many customers as are said to be needed. */
const APART: [what: string, lowest: number, percentB: number][] = [
  ['halves, 30 % against 40 %', 0.3, 50],
  ['halves, 60 % against 70 %', 0.6, 50],
  ['one in ten, 5 % against 15 %', 0.05, 10],
]

/** (experiments) How often a comparison finds what is not there, and what is. On made-up customers. */
export const measureExperiments = ({ sized }: Pick<Bench, 'sized'>): Part => {
  const runs = sized(2_000, 100, 20)
  const equal = EQUAL.flatMap(([what, world], at): Figure[] => {
    const { found, foundByPeeking } = simulateExperiments(world, { runs, seed: at + 1 })
    const drawn = `drawn: ${(100 * found).toFixed(1)} %`
    const peeking = `by the first finding of ten looks it would be ${(100 * foundByPeeking).toFixed(1)} %`
    return [
      {
        what: `found in ${what}`,
        value: 100 * exactlyFound(world),
        unit: '%',
        bar: { atMost: 5 },
        note: `${drawn}; ${peeking}`,
      },
      {
        what: '… drawn, less what chance adds',
        value: 100 * found - 2 * Math.sqrt((5 * 95) / runs),
        unit: '%',
        bar: { atMost: 5 },
      },
    ]
  })
  const apart = APART.map(([what, lowest, percentB]): Figure => {
    const customers = customersNeeded(lowest + 0.1, lowest, percentB / 100)
    const world = { customers, percentB, shares: { a: lowest + 0.1, b: lowest } }
    return {
      what: `found in ${what}`,
      value: 100 * exactlyFound(world),
      unit: '%',
      note: `with the ${customers.toLocaleString('en-AU')} customers that are said to be needed for 80 %`,
    }
  })
  return {
    letter: 'experiments',
    title: `comparisons on made-up customers, ${runs.toLocaleString('en-AU')} runs each`,
    figures: [...equal, ...apart],
  }
}
