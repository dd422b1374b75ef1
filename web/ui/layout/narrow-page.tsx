import type { ReactNode } from 'react'
import styles from './narrow-page.module.css'
import { SmallPrint } from './small-print.tsx'
import { Wordmark } from './wordmark.tsx'

/** One column with the name on top and help below: for pages with one message and one action. */
export const NarrowPage = ({ children }: { children: ReactNode }): ReactNode => (
  <main className={styles.page}>
    <a className={styles.home} href="/welcome/" aria-label="Goodword: what it does and what it costs">
      <Wordmark />
    </a>
    <div className={styles.body}>{children}</div>
    <SmallPrint />
  </main>
)
