import {
  attributionOf,
  certaintyOf,
  type WeighedReview,
} from '../../server/reviews/attribution/attribution-rules.ts'
import type { AskedText, ShownReview } from '../../server/reviews/attribution/candidates-rules.ts'
import { foldName } from '../../server/reviews/attribution/name-rules.ts'
import { judgedReviews } from './judged-reviews.ts'
import { simulateBusiness, type SimulatedBusiness } from './simulate-business.ts'
import type { World } from './worlds.ts'

export type Bin = { count: number; predicted: number; observed: number }
export type Measured = {
  world: string
  reviews: number
  /** What is shown: the named text's chance. */
  bins: Bin[]
  anyBins: Bin[]
  brier: number
  lastTextBrier: number
  firstNameBrier: number
  likely: number
  precision: number
  recall: number
  expected: number
  truly: number
}

const HOUR_MS = 3_600_000

export const measureWorld = (world: World, seeds: number[]): Measured => {
  const bins = tenBins()
  const anyBins = tenBins()
  let [reviews, brier, last, first, likely, right, matched, expected, truly] = [0, 0, 0, 0, 0, 0, 0, 0, 0]
  for (const seed of seeds) {
    const business = simulateBusiness(world, seed)
    for (const { review, weighed, texts } of judgedReviews(business)) {
      const { best, fromAnyText } = attributionOf(weighed, texts)
      const truth = business.truth.get(review.id)
      reviews += 1
      const isRight = best !== undefined && best.textId === truth
      const probability = best?.probability ?? 0
      if (best) count(bins, probability, isRight)
      count(anyBins, fromAnyText, truth !== undefined)
      brier += brierOf(weighed, texts, truth)
      last += wrong(lastTextWithinDay(business, review), truth)
      first += wrong(sameFirstNameWithin72Hours(business, review), truth)
      expected += fromAnyText
      if (truth) truly += 1
      if (best && certaintyOf(probability) === 'likely') {
        likely += 1
        right += Number(isRight)
      }
      matched += Number(isRight)
    }
  }
  return {
    world: world.name,
    reviews,
    bins: bins.map(meanOf),
    anyBins: anyBins.map(meanOf),
    brier: brier / reviews,
    lastTextBrier: last / reviews,
    firstNameBrier: first / reviews,
    likely,
    precision: right / likely,
    recall: right / truly,
    expected,
    truly,
  }
}

/** Over every text and “none of ours”, halved, so that a rule that is sure and wrong costs 1. */
const brierOf = (
  { weighed, fromAnyText }: WeighedReview,
  texts: AskedText[],
  truth: string | undefined,
): number => {
  const square = (chance: number, isTrue: boolean) => (chance - Number(isTrue)) ** 2
  const none = square(1 - fromAnyText, truth === undefined)
  const each = weighed.reduce(
    (sum, { textIndex, probability }) => sum + square(probability, texts[textIndex]!.id === truth),
    0,
  )
  const isMissing = truth !== undefined && !weighed.some(({ textIndex }) => texts[textIndex]!.id === truth)
  return (none + each + Number(isMissing)) / 2
}

const wrong = (named: string | undefined, truth: string | undefined): number => (named === truth ? 0 : 1)

const lastTextWithinDay = ({ texts }: SimulatedBusiness, { createdAt }: ShownReview): string | undefined =>
  textsBefore(texts, createdAt, 24).at(-1)?.id

const sameFirstNameWithin72Hours = (
  { texts }: SimulatedBusiness,
  { displayName, createdAt }: ShownReview,
): string | undefined => {
  const shown = foldName(displayName ?? '').split(' ')[0]
  return textsBefore(texts, createdAt, 72).findLast(
    ({ name, firstName }) => shown && foldName(firstName ?? name ?? '').split(' ')[0] === shown,
  )?.id
}

/** The simulated texts are in the order of their sending. */
const textsBefore = (texts: AskedText[], moment: Date, hours: number): AskedText[] => {
  const end = texts.findIndex(({ sentAt }) => sentAt.getTime() >= moment.getTime())
  const before = end < 0 ? texts.length : end
  let first = before
  while (first > 0 && moment.getTime() - texts[first - 1]!.sentAt.getTime() <= hours * HOUR_MS) first -= 1
  return texts.slice(first, before)
}

type Sums = { count: number; predicted: number; observed: number }
const tenBins = (): Sums[] => Array.from({ length: 10 }, () => ({ count: 0, predicted: 0, observed: 0 }))

const count = (bins: Sums[], probability: number, happened: boolean): void => {
  const bin = bins[Math.min(9, Math.floor(probability * 10))]!
  bin.count += 1
  bin.predicted += probability
  bin.observed += Number(happened)
}

const meanOf = ({ count, predicted, observed }: Sums): Bin => ({
  count,
  predicted: predicted / count,
  observed: observed / count,
})
