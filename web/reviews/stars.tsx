import type { ReactNode } from 'react'
import { VisuallyHidden } from '../ui/layout/visually-hidden.tsx'
import styles from './review-card.module.css'
import { starsInWords } from './review-words.ts'

/** Five stars, so many of them full; read aloud in words. */
export const Stars = ({ stars }: { stars: number }): ReactNode => (
  <span className={styles.stars}>
    <VisuallyHidden>{starsInWords(stars)}</VisuallyHidden>
    <span aria-hidden="true">
      {[1, 2, 3, 4, 5].map((star) => (
        <svg key={star} viewBox="0 0 20 20" width="18" height="18" focusable="false">
          <path
            className={star <= stars ? styles.full : styles.empty}
            d="m10 1.6 2.5 5.3 5.8.7-4.3 4 1.1 5.7L10 14.5l-5.1 2.8L6 11.6l-4.3-4 5.8-.7Z"
          />
        </svg>
      ))}
    </span>
  </span>
)
