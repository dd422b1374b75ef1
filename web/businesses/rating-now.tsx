import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../lib/api.ts'
import { asks } from '../lib/asks.ts'
import { inWords } from '../lib/problems.ts'
import { useMutation } from '../lib/use-mutation.ts'
import { Button } from '../ui/controls/button.tsx'
import { LoadError } from '../ui/feedback/load-error.tsx'
import { Rating } from '../ui/feedback/rating.tsx'
import { Skeleton } from '../ui/feedback/loading.tsx'
import { Passing } from '../ui/layout/in-turn.tsx'
import { VisuallyHidden } from '../ui/layout/visually-hidden.tsx'
import styles from './rating-now.module.css'

/**
 * The stars at Google at this moment, asked for with a click because each call costs. Google's terms forbid keeping
 * them: they are forgotten with this view.
 */
export const RatingNow = (): ReactNode => {
  const { data, error, refetch } = useQuery(asks('GET /api/google/status'))
  const business = data?.businessInfo
  const look = useMutation({
    mutationFn: (placeId: string) => call('GET /api/places/{placeId}', { params: { placeId } }),
    gcTime: 0,
  })
  if (error && !data)
    return <LoadError what="Your business at Google could not be loaded." error={error} retry={refetch} />
  const placeId = business?.placeId
  return (
    <section className={styles.card} aria-labelledby="rating-now">
      <div className={styles.words}>
        <h2 id="rating-now" dir="auto">
          {data ? (business?.name ?? 'No business chosen yet') : <Skeleton width="12rem" />}
        </h2>
        <div role="status">
          {look.data ? (
            <p className={styles.rating} translate="no">
              <Rating rating={look.data.place.rating} count={look.data.place.userRatingsTotal} />
              <span className={styles.source}>Google Maps</span>
            </p>
          ) : (
            <p className={styles.hint}>
              {placeId
                ? 'Google’s rating and number of reviews, as they are this moment.'
                : data && 'Choose your business under Google Status, and its rating shows here.'}
            </p>
          )}
        </div>
        {look.isError && (
          <p role="alert" className={styles.wrong}>
            {inWords(look.error)}
          </p>
        )}
      </div>
      <div className={styles.ways} tabIndex={-1} data-focus-heir>
        {placeId && !look.data && (
          <Passing>
            <Button look="plain" busy={look.isPending} onClick={() => look.mutate(placeId)}>
              Show the rating
            </Button>
          </Passing>
        )}
        {business?.reviewUrl && (
          <a href={business.reviewUrl} target="_blank" rel="noreferrer">
            Open your review page
            <VisuallyHidden>, opens a new window</VisuallyHidden>
          </a>
        )}
      </div>
    </section>
  )
}
