import type { ReactNode } from 'react'
import styles from './page-foot.module.css'
import { SmallPrint } from './small-print.tsx'

/** The end of every page behind the sign-in. */
export const PageFoot = (): ReactNode => (
  <footer className={styles.foot}>
    <div>
      <SmallPrint />
    </div>
  </footer>
)
