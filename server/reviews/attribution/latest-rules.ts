import { DAY_MS, HOUR_MS } from '../../platform/dates.ts'
import type { AskedText, ShownReview } from './candidates-rules.ts'
import { HORIZON_HOURS } from './delay-rules.ts'

/** What is looked at: more of it says little about the latest, and takes longer (docs/ATTRIBUTION.md has the times). */
const LATEST = { days: 60, reviews: 100, texts: 1_000 }
/** Where that does not reach a text whose reminder is in question, which ends 16 days after it. */
const WIDER = { days: 17, reviews: 400, texts: 4_000 }

/** Moments from and until which so many are taken, the newest first. */
export type Stretch = { from: Date; until: Date; most: number }
export type Stretches = Record<'reviews' | 'texts', Stretch>

/** Which reviews and texts are looked at, at this moment. A text is thought of for longer than the oldest review. */
export const stretchesAt = (now: Date): Stretches => stretchesOf(LATEST, now)

/** Fewer days with more of both. */
export const widerStretchesAt = (now: Date): Stretches => stretchesOf(WIDER, now)

const stretchesOf = ({ days, reviews, texts }: typeof LATEST, now: Date): Stretches => {
  const since = now.getTime() - days * DAY_MS
  return {
    reviews: { from: new Date(since), until: now, most: reviews },
    texts: { from: new Date(since - HORIZON_HOURS * HOUR_MS), until: now, most: texts },
  }
}

export type Latest<Text> = { reviews: ShownReview[]; texts: Text[]; known: { since: Date; until: Date } }

/**
 * What is judged of what these stretches hold, newest first. Where one holds as many as are taken, there may be more
 * before the oldest of them, and the time before it counts as unknown. So does the time before the first review and the
 * first text of a business of which nothing older is known: that nobody wrote before it opened says nothing.
 */
export const latestOf = <Text extends AskedText>(
  reviews: ShownReview[],
  texts: Text[],
  stretches: Stretches,
  hasOlderReviews: boolean,
): Latest<Text> => {
  const { from, until } = stretches.reviews
  const since = laterOf([
    from,
    reviews.length === stretches.reviews.most ? reviews.at(-1)!.createdAt : from,
    texts.length === stretches.texts.most ? texts.at(-1)!.sentAt : from,
    hasOlderReviews ? from : earlierOf(reviews.at(-1)?.createdAt ?? until, texts.at(-1)?.sentAt ?? until),
  ])
  return {
    reviews: reviews.filter(({ createdAt }) => createdAt >= since),
    texts,
    known: { since, until },
  }
}

const earlierOf = (one: Date, other: Date): Date => (one < other ? one : other)
const laterOf = (moments: Date[]): Date => new Date(Math.max(...moments.map(Number)))
