import type { ReactNode } from 'react'
import styles from './wordmark.module.css'

export const Wordmark = (): ReactNode => (
  <span className={styles.wordmark}>
    <svg viewBox="0 0 26 26" aria-hidden="true">
      <path
        className={styles.leaf}
        d="M8 0h10a8 8 0 0 1 8 8v10a8 8 0 0 1-8 8H2a2 2 0 0 1-2-2V8a8 8 0 0 1 8-8Z"
      />
      <path className={styles.star} d="m13 5.6 2.2 4.6 5 .6-3.7 3.4 1 5-4.5-2.5-4.5 2.5 1-5-3.7-3.4 5-.6Z" />
    </svg>
    Goodword
  </span>
)
