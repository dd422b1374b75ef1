import type { ReactNode } from 'react'
import { inNumber } from '../../lib/words.ts'
import styles from './rating.module.css'
import { Star } from '../star.tsx'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'

/** "★ 4.8 (63)", or that nobody has rated it yet. */
export const Rating = ({ rating, count }: { rating: number | null; count: number | null }): ReactNode => {
  if (rating === null) return <span className={styles.none}>No reviews yet</span>
  const reviews = count === 1 ? '1 review' : `${inNumber(count ?? 0)} reviews`
  return (
    <span className={styles.rating}>
      <VisuallyHidden>{`Rated ${rating.toFixed(1)} out of 5, ${reviews}`}</VisuallyHidden>
      <span aria-hidden="true">
        <Star className={styles.star} /> {rating.toFixed(1)}{' '}
        <span className={styles.count}>({inNumber(count ?? 0)})</span>
      </span>
    </span>
  )
}
