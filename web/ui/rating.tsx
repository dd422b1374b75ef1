import type { ReactNode } from 'react'
import styles from './rating.module.css'
import { Star } from './star.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

/** "★ 4.8 (63)", or that nobody has rated it yet. */
export const Rating = ({ rating, count }: { rating: number | null; count: number | null }): ReactNode => {
  if (rating === null) return <span className={styles.none}>No reviews yet</span>
  const reviews = count === 1 ? '1 review' : `${(count ?? 0).toLocaleString()} reviews`
  return (
    <span className={styles.rating}>
      <VisuallyHidden>{`Rated ${rating.toFixed(1)} out of 5, ${reviews}`}</VisuallyHidden>
      <span aria-hidden="true">
        <Star className={styles.star} /> {rating.toFixed(1)}{' '}
        <span className={styles.count}>({(count ?? 0).toLocaleString()})</span>
      </span>
    </span>
  )
}
