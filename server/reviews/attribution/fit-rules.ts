import type { Coin } from './coin-rules.ts'
import { DELAYS, DELAY_SHARES } from './delay-rules.ts'
import { CELLS, WAYS, type Evidence, type Familiarity } from './evidence-rules.ts'

/** What is unknown about a business, as one draw of what its own reviews leave possible. */
export type Habits = {
  /** Reviews per hour that come by themselves. */
  organicRate: number
  /** Reviews per text, opened and unopened; and the share of each delay of the two, which need not add up to 1. */
  answered: [opened: number, unopened: number]
  delays: number[]
  /** The product of both: reviews per text and delay, of those opened, then of those unopened. */
  answers: number[]
  /** Shares of those who write by their own name, a partner's, with another surname, by a name that tells nothing. */
  ways: number[]
  /** How often a customer's name or a strange one is shown, compared with customers: by strangers, and by nicknames. */
  strangers: Record<Familiarity, number>
  nicknames: Record<Familiarity, number>
}
export type Observed = { exposure: number[]; hours: number; coverage: number }

/** Before a business' own reviews are looked at; worth a handful of reviews, so that a few dozen outweigh them. */
const PRIOR = {
  /** Hardly ever none: the customer of a text must stand against strangers who are called alike. */
  organic: { shape: 2, hours: 200 },
  /**
   * How many answer is hardly assumed, and of those who do not open, of whom few do, a little more; how soon they do is
   * more alike from business to business.
   */
  answered: { opened: { shape: 0.7, texts: 5 }, unopened: { shape: 1.5, texts: 90 } },
  delays: 4,
  ways: [16, 1, 1, 3],
  familiarity: 8,
  /** Of the names that tell nothing, so many are somebody's; the others are made up. */
  borrowed: 0.5,
}
const WARM_UP = 60

/** Draws of the habits by Gibbs sampling: in turn, where each review came from, and the habits given that. */
export const drawHabits = (
  evidence: Evidence[],
  observed: Observed,
  { draws, coin }: { draws: number; coin: Coin },
): Habits[] => {
  const drawn: Habits[] = []
  let habits = startingHabits()
  for (let round = 0; round < WARM_UP + draws; round += 1) {
    habits = habitsGiven(countOrigins(evidence, habits, coin), observed, habits, coin)
    if (round >= WARM_UP) drawn.push(habits)
  }
  return drawn
}

/** What a unit of each sum counts for, beside the reviews per hour of strangers who are called so. */
export const allWeightsOf = (habits: Habits): Record<Familiarity, Weights> => ({
  known: weightsOf(habits, 'known'),
  strange: weightsOf(habits, 'strange'),
  none: weightsOf(habits, 'none'),
})

type Weights = { organic: number; cells: Float64Array }

const weightsOf = (
  { organicRate, answers, ways, strangers, nicknames }: Habits,
  familiarity: Familiarity,
): Weights => {
  const cells = new Float64Array(CELLS)
  for (let cell = 0; cell < CELLS; cell += 1) cells[cell] = answers[(cell / WAYS) | 0]! * ways[cell % WAYS]!
  for (let cell = WAYS - 1; cell < CELLS; cell += WAYS) cells[cell]! *= nicknames[familiarity]
  return { organic: organicRate * strangers[familiarity], cells }
}

type Origins = { organic: number; cells: Float64Array; strangers: Counts; nicknames: Counts }
type Counts = Record<Familiarity, number>

const countOrigins = (evidence: Evidence[], habits: Habits, coin: Coin): Origins => {
  const weights = allWeightsOf(habits)
  const counts: Origins = {
    organic: 0,
    cells: new Float64Array(CELLS),
    strangers: zeros(),
    nicknames: zeros(),
  }
  for (const { sums, familiarity } of evidence) {
    const { organic, cells } = weights[familiarity]
    let total = organic
    for (let cell = 0; cell < CELLS; cell += 1) total += cells[cell]! * sums[cell]!
    let left = coin.uniform() * total - organic
    let cell = -1
    while (left > 0 && cell < CELLS - 1) {
      cell += 1
      left -= cells[cell]! * sums[cell]!
    }
    if (cell < 0) counts.organic += 1
    else counts.cells[cell]! += 1
    if (cell < 0) counts.strangers[familiarity] += 1
    else if (cell % WAYS === WAYS - 1) counts.nicknames[familiarity] += 1
  }
  return counts
}

const zeros = (): Counts => ({ known: 0, strange: 0, none: 0 })

const habitsGiven = (
  { organic, cells, strangers, nicknames }: Origins,
  { exposure, hours, coverage }: Observed,
  before: Habits,
  coin: Coin,
): Habits => {
  const ways = PRIOR.ways.map((before, way) => coin.gamma(before + sumOf(cells, way, CELLS, WAYS)))
  return {
    organicRate: coin.gamma(PRIOR.organic.shape + organic) / (PRIOR.organic.hours + hours),
    ...answersGiven(cells, exposure, before, coin),
    ways: ways.map((way) => way / sumOf(ways)),
    strangers: comparedWith(coverage, strangers, 1, coin),
    nicknames: comparedWith(coverage, nicknames, PRIOR.borrowed, coin),
  }
}

const answersGiven = (
  cells: Float64Array,
  exposure: number[],
  before: Habits,
  coin: Coin,
): Pick<Habits, 'answered' | 'delays' | 'answers'> => {
  const seen = exposure.map((_, index) => sumOf(cells, index * WAYS, (index + 1) * WAYS))
  const delays = exposure.map(
    (texts, index) =>
      coin.gamma(PRIOR.delays * SHARES[index]! + seen[index]!) /
      (PRIOR.delays + before.answered[sideOf(index)]! * texts),
  )
  const answered = ([PRIOR.answered.opened, PRIOR.answered.unopened] as const).map(
    ({ shape, texts }, side) => {
      const ofSide = (numbers: number[]) => sumOf(numbers, side * DELAYS, (side + 1) * DELAYS)
      const exposed = ofSide(exposure.map((each, index) => each * delays[index]!))
      return coin.gamma(shape + ofSide(seen)) / (texts + exposed)
    },
  ) as [number, number]
  return { answered, delays, answers: delays.map((share, index) => share * answered[sideOf(index)]!) }
}

const SHARES = [...DELAY_SHARES.opened, ...DELAY_SHARES.unopened]
const sideOf = (index: number): 0 | 1 => (index < DELAYS ? 0 : 1)

const comparedWith = (
  coverage: number,
  { known, strange }: Counts,
  named: number,
  coin: Coin,
): Record<Familiarity, number> => {
  const expected = named * coverage
  const a = coin.gamma(PRIOR.familiarity * expected + known)
  const b = coin.gamma(PRIOR.familiarity * (1 - expected) + strange)
  return { known: a / (a + b) / coverage, strange: b / (a + b) / (1 - coverage), none: 1 }
}

const startingHabits = (): Habits => ({
  organicRate: PRIOR.organic.shape / PRIOR.organic.hours,
  answered: STARTING_ANSWERS,
  delays: SHARES,
  answers: SHARES.map((share, index) => share * STARTING_ANSWERS[sideOf(index)]),
  ways: PRIOR.ways.map((way) => way / sumOf(PRIOR.ways)),
  strangers: { known: 1, strange: 1, none: 1 },
  nicknames: { known: 1, strange: 1, none: 1 },
})

const STARTING_ANSWERS: [number, number] = [0.2, 0.02]

/** Of each `step`th from one place to before another. */
const sumOf = (numbers: ArrayLike<number>, from = 0, to = numbers.length, step = 1): number => {
  let sum = 0
  for (let index = from; index < to; index += step) sum += numbers[index]!
  return sum
}
