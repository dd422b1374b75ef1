import type { SeededBusiness } from '../rig/goodword-command.ts'
import { pagesSince, readPages, type Pages } from '../rig/pages.ts'
import { medianOf } from '../rig/percentiles.ts'
import { againAndAgain } from './again-and-again.ts'
import { cpuSince, type Bench, type Cpu } from './bench.ts'
import { burst } from './burst.ts'

/** Two halves of businesses that texts are for in turn: Xero allows each a number of calls a minute. */
export type Side = { bench: Bench; halves: [SeededBusiness[], SeededBusiness[]] }

export const openSide = (bench: Bench, businesses: number): Side => {
  const taken = bench.takeBusinesses(businesses)
  const half = taken.length / 2
  return { bench, halves: [taken.slice(0, half), taken.slice(half)] }
}

/**
 * Texts/s of each burst, and of those that are compared: the product's processor in ms for a text of each, and over all
 * of them processor in ms and pages for a text.
 */
export type Speeds = { all: number[]; compared: number[]; processor: number[]; cpu: Cpu; pages: Pages }

/**
 * Bursts of one and of the other in turn, so that a machine that is slower for a minute is slower for both. The first
 * `before` of each are told and not compared: behind much that was written they find cold pages and expired tokens.
 */
export const sideBySide = async (
  [one, other]: [Side, Side],
  { before, bursts, webhooks }: { before: number; bursts: number; webhooks: number },
): Promise<[Speeds, Speeds]> => {
  const measured: [Measured, Measured] = [
    { speeds: [], cpus: [] },
    { speeds: [], cpus: [] },
  ]
  for (let time = 0; time < before + bursts; time += 1) {
    if (time === before)
      for (const [at, side] of [one, other].entries())
        measured[at]!.pages = await readPages(side.bench.rig.pool)
    // The first of a pair finds what the second of the pair before has left: each is the first in turn.
    const pair: [Side, Measured][] = [
      [one, measured[0]],
      [other, measured[1]],
    ]
    for (const [side, sum] of time % 2 === 0 ? pair : pair.toReversed())
      await oneBurst(side, sum, { time, webhooks, compared: time >= before })
  }
  return [
    await speedsOf(one, measured[0], { before, webhooks }),
    await speedsOf(other, measured[1], { before, webhooks }),
  ]
}

type Measured = { speeds: number[]; cpus: Cpu[]; pages?: Pages }

const oneBurst = async (
  { bench, halves }: Side,
  sum: Measured,
  { time, webhooks, compared }: { time: number; webhooks: number; compared: boolean },
): Promise<void> => {
  const { results, cpu } = await againAndAgain(bench, 1, () => burst(bench, halves[time % 2]!, webhooks))
  const { textsPerSecond, refusals, missing } = results[0]!
  if (refusals > 0 || missing !== 0)
    throw new Error('Of a burst a webhook was refused, or not each one led to one text.')
  sum.speeds.push(textsPerSecond)
  if (compared) sum.cpus.push(cpu)
}

const NOTHING: Cpu = { api: 0, worker: 0, postgres: 0, upstream: 0, harness: 0, others: 0 }
const added = (one: Cpu, other: Cpu): Cpu => cpuSince(NOTHING, one, other)

const speedsOf = async (
  { bench }: Side,
  { speeds, cpus, pages }: Measured,
  { before, webhooks }: { before: number; webhooks: number },
): Promise<Speeds> => {
  const texts = cpus.length * webhooks
  return {
    all: speeds,
    compared: speeds.slice(before),
    processor: cpus.map(({ api, worker, postgres }) => ((api + worker + postgres) * 1000) / webhooks),
    cpu: Object.fromEntries(
      Object.entries(cpus.reduce(added, NOTHING)).map(([name, seconds]) => [name, (seconds * 1000) / texts]),
    ) as Cpu,
    pages: pagesSince(pages!, await readPages(bench.rig.pool), texts),
  }
}

/**
 * One over the other, pair by pair. The median of endless pairs lies between the lowest and the highest with
 * `certainty`: that all fall on one side of it is as likely as that so many coins fall alike.
 */
export const overPairs = (ones: number[], others: number[]) => {
  const each = ones.map((one, at) => one / others[at]!)
  return {
    each,
    median: medianOf(each),
    lowest: Math.min(...each),
    highest: Math.max(...each),
    certainty: 1 - 2 ** (1 - each.length),
  }
}
