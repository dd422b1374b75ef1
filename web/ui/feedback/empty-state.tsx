import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

/** Nothing here yet: what will appear, and what to do for it. */
export const EmptyState = ({
  title,
  children,
  action,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
}): ReactNode => (
  <div className={styles.empty}>
    <p className={styles.title}>{title}</p>
    {children && <div className={styles.words}>{children}</div>}
    {action}
  </div>
)
