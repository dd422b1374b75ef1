import { judge, type Side } from '../../server/experiments/experiment-rules.ts'
import { sideOf } from '../../server/experiments/side-of.ts'
import type { Counted } from '../../server/experiments/statistics-rules.ts'
import { seededRandom } from '../rig/seeded-random.ts'

export type World = {
  customers: number
  percentB: number
  /** How likely a customer of each side does what is counted. */
  shares: Record<Side, number>
}

/**
 * How often, of so many made-up comparisons, one side is found to be better, and how often by a look each tenth of the
 * way with an interval only, which the product does not offer. All of it follows from `seed`.
 */
export const simulateExperiments = (
  world: World,
  { runs, seed }: { runs: number; seed: number },
): { found: number; foundByPeeking: number } => {
  const draw = seededRandom(seed)
  let found = 0
  let foundByPeeking = 0
  for (let run = 0; run < runs; run += 1) {
    const { isFound, isFoundEarly } = simulateOne(world, draw)
    if (isFound) found += 1
    if (isFoundEarly) foundByPeeking += 1
  }
  return { found: found / runs, foundByPeeking: foundByPeeking / runs }
}

const simulateOne = ({ customers, percentB, shares }: World, draw: () => number) => {
  const seed = Array.from({ length: 4 }, () =>
    Math.floor(draw() * 2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ).join('')
  const counted = { a: { customers: 0, came: 0 }, b: { customers: 0, came: 0 } }
  let isFoundEarly = false
  for (let one = 1; one <= customers; one += 1) {
    const { side } = sideOf({ seed, percentB }, phoneHashOf(one))
    counted[side].customers += 1
    if (draw() < shares[side]) counted[side].came += 1
    if (one % Math.ceil(customers / 10) === 0) isFoundEarly ||= isTold(counted)
  }
  return { isFound: isTold(counted), isFoundEarly }
}

const isTold = (counted: Record<Side, Counted>): boolean => {
  const verdict = judge(counted, { isStopped: false, isDue: true })
  return verdict.kind === 'judged' && verdict.better !== null
}

const phoneHashOf = (one: number): Buffer => {
  const hash = Buffer.alloc(8)
  hash.writeUInt32BE(one)
  return hash
}

/** The same without chance, for sides of the sizes that are to be expected: summed over all that may come. */
export const exactlyFound = ({ customers, percentB, shares }: World): number => {
  const sizeB = Math.round((customers * percentB) / 100)
  const [ofA, ofB] = [outcomes(customers - sizeB, shares.a), outcomes(sizeB, shares.b)]
  let found = 0
  for (const a of ofA)
    for (const b of ofB)
      if (a.chance * b.chance > NEGLIGIBLE && isTold({ a, b })) found += a.chance * b.chance
  return found
}

const NEGLIGIBLE = 1e-9

const outcomes = (customers: number, share: number): (Counted & { chance: number })[] => {
  const odds = Math.log(share) - Math.log(1 - share)
  let log = customers * Math.log(1 - share)
  return Array.from({ length: customers + 1 }, (_, came) => {
    if (came > 0) log += Math.log((customers - came + 1) / came) + odds
    return { customers, came, chance: Math.exp(log) }
  }).filter(({ chance }) => chance > NEGLIGIBLE)
}
