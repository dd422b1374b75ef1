import { useRef, type ReactNode } from 'react'
import { useFocusHeir } from '../layout/use-focus-heir.ts'
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
}): ReactNode => {
  const place = useRef<HTMLDivElement>(null)
  useFocusHeir(place)
  return (
    <div ref={place} className={styles.empty}>
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.words}>{children}</div>}
      {action}
    </div>
  )
}
