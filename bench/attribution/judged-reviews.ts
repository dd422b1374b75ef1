import { weighReviews, type WeighedReview } from '../../server/reviews/attribution/attribution-rules.ts'
import type { AskedText, ShownReview } from '../../server/reviews/attribution/candidates-rules.ts'
import {
  latestOf,
  stretchesAt,
  type Latest,
  type Stretch,
} from '../../server/reviews/attribution/latest-rules.ts'
import { START, type SimulatedBusiness } from './simulate-business.ts'

const WEEK_MS = 7 * 86_400_000
const WEEKS_APART = 4

type Judged = { review: ShownReview; weighed: WeighedReview; texts: AskedText[] }

/**
 * Each review that came since the first week with texts, once, by what the screen takes at the end of its week while
 * least is known, the first four, and of its four weeks later on. Where there is no text the screen asks no model.
 */
export const judgedReviews = function* (business: SimulatedBusiness): Generator<Judged> {
  const newestFirst = {
    reviews: business.reviews.toSorted((a, b) => Number(b.createdAt) - Number(a.createdAt)),
    texts: business.texts.toSorted((a, b) => Number(b.sentAt) - Number(a.sentAt)),
  }
  let seenUntil = START
  for (const now of momentsOf(business)) {
    const { reviews, texts, known } = lookAt(newestFirst, new Date(now))
    const weighed = texts.length === 0 ? [] : weighReviews(reviews, texts, known)
    for (const [index, each] of weighed.entries())
      if (Number(reviews[index]!.createdAt) > seenUntil)
        yield { review: reviews[index]!, weighed: each, texts }
    seenUntil = now
  }
}

const momentsOf = ({ until }: SimulatedBusiness): number[] => {
  const weeks = Math.round((Number(until) - START) / WEEK_MS)
  return Array.from({ length: weeks }, (_, index) => index + 1)
    .filter((week) => week <= WEEKS_APART || week % WEEKS_APART === 0 || week === weeks)
    .map((week) => START + week * WEEK_MS)
}

const lookAt = (
  { reviews, texts }: { reviews: ShownReview[]; texts: AskedText[] },
  now: Date,
): Latest<AskedText> => {
  const stretches = stretchesAt(now)
  return latestOf(
    take(reviews, stretches.reviews, ({ createdAt }) => createdAt),
    take(texts, stretches.texts, ({ sentAt }) => sentAt).map((text) => ({
      ...text,
      visitedAt: text.visitedAt.filter((visit) => visit <= now),
    })),
    stretches,
    reviews.some(({ createdAt }) => createdAt < stretches.reviews.from),
  )
}

const take = <Item>(
  newestFirst: Item[],
  { from, until, most }: Stretch,
  momentOf: (item: Item) => Date,
): Item[] => newestFirst.filter((item) => momentOf(item) >= from && momentOf(item) <= until).slice(0, most)
