import type { ReactNode } from 'react'
import styles from './visually-hidden.module.css'

/** Words for those who listen, where the picture says it already. */
export const VisuallyHidden = ({ children }: { children: ReactNode }): ReactNode => (
  <span className={styles.hidden}>{children}</span>
)
