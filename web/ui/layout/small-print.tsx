import type { ReactNode } from 'react'
import styles from './small-print.module.css'

/** Below every page that a stranger opens: pages of their own, outside of the screens. */
export const SmallPrint = (): ReactNode => (
  <nav className={styles.links} aria-label="About Goodword">
    <a href="/welcome/">What Goodword does</a>
    <a href="/welcome/privacy/">Privacy</a>
    <a href="/welcome/terms/">Terms</a>
  </nav>
)
