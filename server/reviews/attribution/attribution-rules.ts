import {
  findCandidates,
  exposureOf,
  type AskedText,
  type Candidate,
  type ShownReview,
} from './candidates-rules.ts'
import { coinFrom } from './coin-rules.ts'
import { DELAYS } from './delay-rules.ts'
import { cellWeights, drawHabits, sumCandidates, type Habits } from './fit-rules.ts'
import type { Agrees } from './name-agreement-rules.ts'

/** What is said of one review: the text that it most probably came from, if one can be named at all. */
export type Attribution = {
  reviewId: string
  /** Chance that it came from one of the texts. Counts for every review, the anonymous included. */
  fromAnyText: number
  /** The likeliest text whose customer's name agrees with the one shown. */
  best: Guess | undefined
}
export type Guess = {
  textId: string
  probability: number
  certainty: Certainty
  agrees: Exclude<Agrees, 'nothing'>
  isOpened: boolean
  /** Since the link was opened, else since the text. */
  hours: number
}
export type Certainty = 'likely' | 'perhaps' | 'unknown'

const LIKELY = 0.8
const PERHAPS = 0.4
const DRAWS = 200
const WEIGHED = 12
const HOUR_MS = 3_600_000
const SEED = 18

/**
 * Which text each review probably came from, by this business' own reviews and texts alone. `since` is when its known
 * reviews begin. Averaged over what those reviews leave possible, and computed when it is shown: nothing is kept.
 */
export const attribute = (reviews: ShownReview[], texts: AskedText[], known: Known): Attribution[] =>
  weighReviews(reviews, texts, known).map((weighed, index) => ({
    reviewId: reviews[index]!.id,
    ...attributionOf(weighed, texts),
  }))

/** Nobody is named whose name does not agree in some part with the one shown. */
export const attributionOf = (
  { weighed, fromAnyText }: WeighedReview,
  texts: AskedText[],
): Omit<Attribution, 'reviewId'> => {
  const named = weighed.find(({ agreement }) => agreement.agrees !== 'nothing')
  return { fromAnyText, best: named && guessOf(named, texts) }
}

export const certaintyOf = (probability: number): Certainty => {
  if (probability >= LIKELY) return 'likely'
  return probability >= PERHAPS ? 'perhaps' : 'unknown'
}

export type Known = { since: Date; until: Date }
export type Weighed = Candidate & { probability: number }
/** The likeliest first. Those too unlikely to matter are left out; `fromAnyText` counts them. */
export type WeighedReview = { weighed: Weighed[]; fromAnyText: number }

export const weighReviews = (
  reviews: ShownReview[],
  texts: AskedText[],
  { since, until }: Known,
): WeighedReview[] => {
  const candidates = findCandidates(reviews, texts)
  const evidence = candidates.map(sumCandidates)
  const observedHours = Math.max(0, +until - +since) / HOUR_MS
  const draws = drawHabits(evidence, exposureOf(texts, since, until), observedHours, {
    draws: DRAWS,
    coin: coinFrom(SEED),
  }).map((habits) => ({ ...habits, weights: cellWeights(habits) }))
  const usual = draws[0]!
  return candidates.map((ofReview, index) => {
    const likeliest = ofReview
      .map((candidate) => ({ candidate, weight: weightOf(candidate, usual) }))
      .toSorted((a, b) => b.weight - a.weight)
      .slice(0, WEIGHED)
      .map(({ candidate }) => candidate)
    return weigh(likeliest, evidence[index]!, draws)
  })
}

type Draw = Habits & { weights: Float64Array }

/** The chance of each candidate, averaged over the draws. */
const weigh = (candidates: Candidate[], evidence: Float64Array, draws: Draw[]): WeighedReview => {
  const sums = new Float64Array(candidates.length)
  let organic = 0
  for (const habits of draws) {
    let total = habits.organicRate
    for (let cell = 0; cell < evidence.length; cell += 1) total += habits.weights[cell]! * evidence[cell]!
    organic += habits.organicRate / total
    for (let index = 0; index < candidates.length; index += 1)
      sums[index]! += weightOf(candidates[index]!, habits) / total
  }
  const weighed = candidates.map((candidate, index) => ({
    ...candidate,
    probability: sums[index]! / draws.length,
  }))
  return {
    weighed: weighed.toSorted((a, b) => b.probability - a.probability),
    fromAnyText: 1 - organic / draws.length,
  }
}

const weightOf = ({ isOpened, densities, agreement }: Candidate, { answers, ways }: Habits): number => {
  const first = isOpened ? 0 : DELAYS
  let answered = 0
  for (let delay = 0; delay < DELAYS; delay += 1) answered += answers[first + delay]! * densities[delay]!
  return (
    answered *
    (ways[0]! * agreement.own + ways[1]! * agreement.partner + ways[2]! * agreement.renamed + ways[3]!)
  )
}

const guessOf = (
  { textIndex, probability, agreement, isOpened, hours }: Weighed,
  texts: AskedText[],
): Guess => ({
  textId: texts[textIndex]!.id,
  probability,
  certainty: certaintyOf(probability),
  agrees: agreement.agrees as Guess['agrees'],
  isOpened,
  hours,
})
