import type { Candidate } from './candidates-rules.ts'
import type { Coin } from './coin-rules.ts'
import { DELAYS, DELAY_SHARES } from './delay-rules.ts'

/** What is unknown about a business, as one draw of what its own reviews leave possible. */
export type Habits = {
  /** Reviews per hour that come by themselves. */
  organicRate: number
  /** Reviews per text and delay: of those opened, then of those unopened. */
  answers: number[]
  /** Shares of those who write by their own name, a partner's, with another surname, by a name that tells nothing. */
  ways: number[]
}

export const WAYS = 4
const CELLS = 2 * DELAYS * WAYS

/** Before a business' own reviews are looked at; worth a handful of reviews, so that a few dozen outweigh them. */
const PRIOR = {
  organic: { shape: 0.5, hours: 168 },
  openedAnswers: { shape: 1, texts: 5 },
  unopenedAnswers: { shape: 1, texts: 50 },
  ways: [8, 0.8, 0.8, 2.4],
}
const WARM_UP = 60

/** Draws of the habits by Gibbs sampling: in turn, where each review came from, and the habits given that. */
export const drawHabits = (
  evidence: Float64Array[],
  exposure: number[],
  observedHours: number,
  { draws, coin }: { draws: number; coin: Coin },
): Habits[] => {
  const drawn: Habits[] = []
  let habits = startingHabits()
  for (let round = 0; round < WARM_UP + draws; round += 1) {
    habits = habitsGiven(countOrigins(evidence, habits, coin), exposure, observedHours, coin)
    if (round >= WARM_UP) drawn.push(habits)
  }
  return drawn
}

/** Of all candidates together: for each opened or not, delay and way, how well they explain the review. */
export const sumCandidates = (candidates: Candidate[]): Float64Array => {
  const sums = new Float64Array(CELLS)
  for (const { isOpened, densities, agreement } of candidates)
    for (let delay = 0; delay < DELAYS; delay += 1) {
      const density = densities[delay]!
      const cell = ((isOpened ? 0 : DELAYS) + delay) * WAYS
      sums[cell]! += density * agreement.own
      sums[cell + 1]! += density * agreement.partner
      sums[cell + 2]! += density * agreement.renamed
      sums[cell + 3]! += density
    }
  return sums
}

type Origins = { organic: number; cells: Float64Array }

const countOrigins = (evidence: Float64Array[], habits: Habits, coin: Coin): Origins => {
  const weights = cellWeights(habits)
  const counts = { organic: 0, cells: new Float64Array(CELLS) }
  for (const sums of evidence) {
    let total = habits.organicRate
    for (let cell = 0; cell < CELLS; cell += 1) total += weights[cell]! * sums[cell]!
    let left = coin.uniform() * total - habits.organicRate
    let cell = -1
    while (left > 0 && cell < CELLS - 1) {
      cell += 1
      left -= weights[cell]! * sums[cell]!
    }
    if (cell < 0) counts.organic += 1
    else counts.cells[cell]! += 1
  }
  return counts
}

/** What a unit of each sum counts for. */
export const cellWeights = ({ answers, ways }: Habits): Float64Array =>
  Float64Array.from({ length: CELLS }, (_, cell) => answers[Math.floor(cell / WAYS)]! * ways[cell % WAYS]!)

const habitsGiven = (
  { organic, cells }: Origins,
  exposure: number[],
  observedHours: number,
  coin: Coin,
): Habits => {
  const ways = PRIOR.ways.map((before, way) =>
    coin.gamma(before + sumOf(cells.filter((_, cell) => cell % WAYS === way))),
  )
  return {
    organicRate: coin.gamma(PRIOR.organic.shape + organic) / (PRIOR.organic.hours + observedHours),
    answers: exposure.map((texts, index) => {
      const before = answersBefore(index)
      const seen = sumOf(cells.subarray(index * WAYS, (index + 1) * WAYS))
      return coin.gamma(before.shape + seen) / (before.texts + texts)
    }),
    ways: ways.map((way) => way / sumOf(ways)),
  }
}

const startingHabits = (): Habits => ({
  organicRate: PRIOR.organic.shape / PRIOR.organic.hours,
  answers: Array.from({ length: 2 * DELAYS }, (_, index) => {
    const { shape, texts } = answersBefore(index)
    return shape / texts
  }),
  ways: PRIOR.ways.map((way) => way / sumOf(PRIOR.ways)),
})

const answersBefore = (index: number): { shape: number; texts: number } => {
  const isOpened = index < DELAYS
  const { shape, texts } = isOpened ? PRIOR.openedAnswers : PRIOR.unopenedAnswers
  return { shape: shape * (isOpened ? DELAY_SHARES.opened : DELAY_SHARES.unopened)[index % DELAYS]!, texts }
}

const sumOf = (numbers: ArrayLike<number> & Iterable<number>): number => {
  let sum = 0
  for (const number of numbers) sum += number
  return sum
}
