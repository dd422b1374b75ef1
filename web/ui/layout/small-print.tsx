import type { ReactNode } from 'react'
import styles from './small-print.module.css'

/** Below every page in front of the sign-in: links to the pages under /welcome/. */
export const SmallPrint = (): ReactNode => (
  <nav className={styles.links} aria-label="About Goodword">
    <a href="/welcome/">What Goodword does</a>
    <a href="/welcome/privacy/">Privacy</a>
    <a href="/welcome/terms/">Terms</a>
  </nav>
)
