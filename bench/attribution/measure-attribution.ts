import { attribute } from '../../server/reviews/attribution/attribution-rules.ts'
import type { Length } from '../parts/bench.ts'
import { ENOUGH_CASES, FEWEST_CASES, interval, middleOf, missedBars, pooled } from './judge.ts'
import { measureWorld, type Bin, type Measured } from './measure-world.ts'
import { simulateBusiness } from './simulate-business.ts'
import { BEYOND, WORLDS, type World } from './worlds.ts'

/** The seeds that the model was made with; and those that judge it, which it was not. */
const TUNING_SEEDS = { from: 1, to: 19_999 }
export const JUDGING_SEEDS = { from: 1_000_001 }
/** Each world has seeds of its own, so that what is chance in one is not chance in all. */
const APART = 100_000
export const judgingSeeds = (world: number, count: number, skipped = 0): number[] =>
  Array.from({ length: count }, (_, index) => JUDGING_SEEDS.from + world * APART + skipped + index)
const BUSINESSES: Record<Length, number> = { full: 300, quick: 100, smoke: 3 }
/** A business of a few weeks has few reviews and is soon judged, so there are so many times as many of them. */
const YOUNG = { weeks: 8, times: 4 }

/** Prints how well “probably from this text” is calibrated in each assumed world. What it misses, in words. */
export const measureAttribution = (
  length: Length,
  say: (line: string) => void,
): { worlds: Measured[]; missed: string[] } => {
  const count = BUSINESSES[length]
  say(`Attribution, SIMULATED: ${WORLDS.length} worlds of ${count} businesses, judged with seeds from ${JUDGING_SEEDS.from},
${APART} apart from world to world; made with seeds between ${TUNING_SEEDS.from} and ${TUNING_SEEDS.to}. Of each bin: predicted → observed, with its 95 %
interval, and cases. A bin of ${ENOUGH_CASES} cases or more misses beyond 5 points; a smaller one beyond
5 points and what chance explains (three standard errors); one of fewer than ${FEWEST_CASES} is not judged. “!” marks what misses, “~” a bin that is more than 5 points off by chance or not.\n`)
  const worlds = WORLDS.map((world, index) => {
    const measured = measureWorld(
      world,
      judgingSeeds(index, world.weeks < YOUNG.weeks ? YOUNG.times * count : count),
    )
    say(wordsOf(measured))
    return measured
  })
  say(wordsOf(pooled(worlds)))
  for (const world of BEYOND)
    say(`NOT JUDGED: ${wordsOf(measureWorld(world, judgingSeeds(WORLDS.length, count)))}`)
  say(`Computed for a large business: ${howLong(length)}`)
  const missed = worlds.flatMap((world) => missedBars(world).map((what) => `${world.world}: ${what}`))
  return { worlds, missed: [...missed, ...missedBars(pooled(worlds)).map((what) => `all worlds: ${what}`)] }
}

const wordsOf = (measured: Measured): string => {
  const { world, reviews, brier, lastTextBrier, firstNameBrier, likely, precision, recall, expected, truly } =
    measured
  const missed = missedBars(measured)
  return [
    `${world} (${reviews} reviews, ${truly} from a text, expected ${Math.round(expected)})`,
    `    Brier score ${brier.toFixed(3)}; last text within 24 h ${lastTextBrier.toFixed(3)}; same first name within 72 h ${firstNameBrier.toFixed(3)}`,
    `    “likely” ${likely}, of these right ${precision.toFixed(3)}; of all from a text named right ${recall.toFixed(2)}`,
    ...measured.bins.map(
      (bin, index) =>
        `    ${binWords(
          bin,
          missed.some((what) => what.startsWith(`bin ${index / 10}–`)),
        )}`,
    ),
    `    between 0.2 and 0.9: ${differenceOf(middleOf(measured.bins))} points, ${middleOf(measured.bins).count} cases`,
    `    any of ours, not judged: ${measured.anyBins.map(differenceOf).join(' ')}`,
    '',
  ].join('\n')
}

const binWords = (bin: Bin, isMissed: boolean): string => {
  if (bin.count === 0) return 'no case'
  const [low, high] = interval(bin.observed, bin.count)
  const isOff = Math.abs(bin.observed - bin.predicted) > 0.05
  const bar = '█'.repeat(Math.round(bin.observed * 30)).padEnd(30)
  return `${percent(bin.predicted)} → ${percent(bin.observed)} (${percent(low)} to ${percent(high)}) ${String(bin.count).padStart(6)} ${bar} ${isMissed ? '!' : isOff ? '~' : ''}`.trimEnd()
}

const differenceOf = ({ count, predicted, observed }: Bin): string =>
  count === 0
    ? '–'
    : `${observed >= predicted ? '+' : '−'}${Math.abs(100 * (observed - predicted)).toFixed(1)}`

const percent = (share: number): string => `${(100 * share).toFixed(1).padStart(5)} %`

/** 300 reviews and 5,000 texts of half a year. */
const howLong = (length: Length): string => {
  if (length === 'smoke') return 'not measured.'
  const large: World = {
    ...WORLDS[0]!,
    spread: 0,
    textsPerWeek: 192,
    organicPerWeek: 2,
    writesAfterOpening: 0.12,
  }
  const business = simulateBusiness(large, 7)
  const reviews = business.reviews.slice(0, 300)
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now()
    attribute(reviews, business.texts, business)
    return performance.now() - start
  })
  return `${reviews.length} reviews, ${business.texts.length} texts: ${Math.min(...times).toFixed(0)} ms.`
}
