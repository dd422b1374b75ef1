import type { ReactNode } from 'react'
import styles from './narrow-page.module.css'
import { Wordmark } from './wordmark.tsx'

/** One column with the name on top: for pages with one message and one action. */
export const NarrowPage = ({ children, foot }: { children: ReactNode; foot?: ReactNode }): ReactNode => (
  <main className={styles.page}>
    <Wordmark />
    <div className={styles.body}>{children}</div>
    {foot}
  </main>
)
