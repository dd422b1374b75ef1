import type { ReactNode } from 'react'
import { Skeleton } from '../feedback/loading.tsx'
import styles from './loading-page.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'
import { Wordmark } from './wordmark.tsx'

/** While the session is looked up: the shape of the page to come. */
export const LoadingPage = (): ReactNode => (
  <div className={styles.page}>
    <header className={styles.header}>
      <Wordmark />
    </header>
    <main className={styles.main}>
      <p role="status">
        <VisuallyHidden>Loading</VisuallyHidden>
      </p>
      <Skeleton width="14rem" height="2rem" />
      <Skeleton width="22rem" />
      <div className={styles.card}>
        <Skeleton width="60%" />
        <Skeleton width="40%" />
        <Skeleton width="50%" />
      </div>
    </main>
  </div>
)
