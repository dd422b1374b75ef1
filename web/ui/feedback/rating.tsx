import type { ReactNode } from 'react'
import { inNumber } from '../../lib/words.ts'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import styles from './rating.module.css'

/** "★ 4.8 (63)", or that there are no reviews yet. */
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

const Star = ({ className }: { className?: string | undefined }): ReactNode => (
  <svg className={className} viewBox="0 0 20 20" width="14" height="14" aria-hidden="true" focusable="false">
    <path
      fill="currentColor"
      d="m10 1.6 2.5 5.3 5.8.7-4.3 4 1.1 5.7L10 14.5l-5.1 2.8L6 11.6l-4.3-4 5.8-.7Z"
    />
  </svg>
)
