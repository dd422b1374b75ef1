import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { ReviewsStatus } from '../../contracts/reviews.ts'
import { asks } from '../lib/asks.ts'
import { useShown } from '../lib/use-shown.ts'
import { useTimeZone } from '../lib/use-time-zone.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { LoadError } from '../ui/feedback/load-error.tsx'
import { LoadingRows } from '../ui/feedback/loading.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { ShowMore } from '../ui/feedback/show-more.tsx'
import { ReviewCard } from './review-card.tsx'
import { figuresInWords } from './review-words.ts'
import styles from './reviews-list.module.css'
import { useGuesses, useReviews, type Order } from './use-reviews.ts'

/**
 * The reviews themselves, where the owner has connected her profile; `connect` leads to where she does. What is below
 * waits for them: nobody knows how many come, and they would push it out of the window.
 */
export const ReviewsList = ({
  connect,
  below,
}: {
  connect: (words: string) => ReactNode
  below: ReactNode
}): ReactNode => {
  const { data, error, refetch } = useQuery(asks('GET /api/reviews/status'))
  const [order, setOrder] = useState<Order>('newest')
  const hasList = data !== undefined && !WITHOUT_LIST.has(data.state)
  const list = useReviews(order, hasList)
  const isKnown = data ? !hasList || !list.isPending : error !== null
  return (
    <>
      <section className={styles.reviews} aria-labelledby="reviews-list">
        <h2 id="reviews-list">Your reviews on Google</h2>
        {data ? (
          <OfState status={data} connect={connect}>
            <Reviews list={list} order={order} onOrder={setOrder} />
          </OfState>
        ) : error ? (
          <LoadError what="Your reviews could not be loaded." error={error} retry={refetch} />
        ) : (
          <LoadingRows count={3} label="Loading your reviews" />
        )}
      </section>
      {isKnown && below}
    </>
  )
}

const WITHOUT_LIST = new Set<ReviewsStatus['state']>([
  'disconnected',
  'choosing',
  'waiting-for-google',
  'detaching',
])

const OfState = ({
  status: { state, message },
  connect,
  children,
}: {
  status: ReviewsStatus
  connect: (words: string) => ReactNode
  children: ReactNode
}): ReactNode => {
  if (state === 'disconnected')
    return (
      <EmptyState title="Read your reviews here" action={connect('Connect Google reviews')}>
        Connect your Google profile, and each review shows here, newest first, with a link to reply.
      </EmptyState>
    )
  if (state === 'choosing')
    return (
      <EmptyState title="Which profile is yours?" action={connect('Choose your profile')}>
        {message}
      </EmptyState>
    )
  if (WITHOUT_LIST.has(state)) return <Notice tone="wait">{message}</Notice>
  return (
    <>
      {message && (
        <Notice
          tone="warn"
          action={state === 'needs-reauth' ? connect('Connect again') : connect('Open Google Status')}
        >
          {message}
        </Notice>
      )}
      {children}
    </>
  )
}

const Reviews = ({
  list,
  order,
  onOrder,
}: {
  list: ReturnType<typeof useReviews>
  order: Order
  onOrder: (order: Order) => void
}): ReactNode => {
  const shown = useShown(order, list.isPlaceholderData)
  const guesses = useGuesses()
  const timeZone = useTimeZone()
  const place = useQuery(asks('GET /api/google/status')).data?.businessInfo?.placeId
  const { reviews, figures, seenAt } = list
  if (list.isPending) return <LoadingRows count={3} label="Loading your reviews" />
  if (list.isError && reviews.length === 0)
    return <LoadError what="Your reviews could not be loaded." error={list.error} retry={list.refetch} />
  if (figures?.count === 0)
    return (
      <EmptyState title="No reviews yet">
        They show here soon after somebody writes one. What Google has not shown us for 30 days is left out.
      </EmptyState>
    )
  return (
    <>
      <div className={styles.bar}>
        <p role="status">{figures && figuresInWords(figures)}</p>
        <select aria-label="Order" value={order} onChange={(event) => onOrder(event.target.value as Order)}>
          <option value="newest">Newest first</option>
          <option value="unanswered-first">Without a reply first</option>
        </select>
      </div>
      <ol key={shown} className={styles.list} aria-busy={list.isPlaceholderData || undefined}>
        {reviews.map((review) => (
          <li key={review.id}>
            <ReviewCard
              review={review}
              isNew={Boolean(seenAt) && review.foundAt > seenAt!}
              timeZone={timeZone}
              guess={guesses.get(review.id)}
              reviewsUrl={reviewsUrlOf(place)}
            />
          </li>
        ))}
      </ol>
      <ShowMore pages={list} className={styles.more} />
    </>
  )
}

/** The page of all her reviews, which Google opens for a place. */
const reviewsUrlOf = (placeId: string | null | undefined): string =>
  placeId
    ? `https://search.google.com/local/reviews?placeid=${encodeURIComponent(placeId)}`
    : 'https://business.google.com/reviews'
