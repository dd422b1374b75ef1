import { HOUR_MS } from '../../platform/dates.ts'
import {
  exposureOf,
  findCandidates,
  type AskedText,
  type Candidate,
  type Explained,
  type ShownReview,
} from './candidates-rules.ts'
import { coinFrom } from './coin-rules.ts'
import { DELAYS } from './delay-rules.ts'
import { allWeightsOf, drawHabits, type Habits } from './fit-rules.ts'
import type { Familiarity } from './evidence-rules.ts'
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
const DRAWS = 120
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

/** No customer is named whose name does not agree in some part with the one shown. */
export const attributionOf = (
  { weighed, fromAnyText }: WeighedReview,
  texts: AskedText[],
): Omit<Attribution, 'reviewId'> => {
  const named = weighed.find(({ agreement }) => agreement.agrees !== 'nothing')
  return { fromAnyText, best: named && guessOf(named, texts) }
}

/** The word for a probability between 0 and 1. */
export const certaintyOf = (probability: number): Certainty => {
  if (probability >= LIKELY) return 'likely'
  return probability >= PERHAPS ? 'perhaps' : 'unknown'
}

export type Known = { since: Date; until: Date }
export type Weighed = Candidate & { probability: number }
/** The likeliest first. Those too unlikely to matter are left out; `fromAnyText` counts them. */
export type WeighedReview = { weighed: Weighed[]; fromAnyText: number }

/**
 * For each review, in the order given, from which of these texts it probably came; always the same for the same facts.
 * `since` and `until` bound the time of which all reviews are known. docs/ATTRIBUTION.md says how.
 */
export const weighReviews = (
  reviews: ShownReview[],
  texts: AskedText[],
  { since, until }: Known,
): WeighedReview[] => {
  const { explained, coverage } = findCandidates(reviews, texts)
  const evidence = explained.map(({ evidence }) => evidence)
  const observed = {
    exposure: exposureOf(texts, since, until),
    hours: Math.max(0, +until - +since) / HOUR_MS,
    coverage,
  }
  const draws = drawHabits(evidence, observed, { draws: DRAWS, coin: coinFrom(SEED) }).map((habits) => ({
    habits,
    weights: allWeightsOf(habits),
  }))
  return explained.map((review) => weigh(review, draws))
}

type Draw = { habits: Habits; weights: ReturnType<typeof allWeightsOf> }

/** The chance of each candidate, averaged over the draws. */
const weigh = ({ candidates, evidence: { sums, familiarity } }: Explained, draws: Draw[]): WeighedReview => {
  const chances = new Float64Array(candidates.length)
  let organicChance = 0
  for (const draw of draws) {
    const { organic, cells } = draw.weights[familiarity]
    let total = organic
    for (let cell = 0; cell < sums.length; cell += 1) total += cells[cell]! * sums[cell]!
    organicChance += organic / total
    for (let index = 0; index < candidates.length; index += 1)
      chances[index]! += weightOf(candidates[index]!, draw.habits, familiarity) / total
  }
  const weighed = candidates.map((candidate, index) => ({
    ...candidate,
    probability: chances[index]! / draws.length,
  }))
  return {
    weighed: weighed.toSorted((a, b) => b.probability - a.probability),
    fromAnyText: 1 - organicChance / draws.length,
  }
}

const weightOf = (
  { isOpened, densities, agreement }: Candidate,
  { answers, ways, nicknames }: Habits,
  familiarity: Familiarity,
): number => {
  const first = isOpened ? 0 : DELAYS
  let answered = 0
  for (let delay = 0; delay < DELAYS; delay += 1) answered += answers[first + delay]! * densities[delay]!
  const named = ways[0]! * agreement.own + ways[1]! * agreement.partner + ways[2]! * agreement.renamed
  return answered * (named + ways[3]! * nicknames[familiarity])
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
