import type { ReactNode } from 'react'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import styles from './count.module.css'

/** How many wait behind a link or a tab; `what` names them where its words do not. */
export const Count = ({ of, what }: { of: number; what?: string }): ReactNode =>
  of > 0 && (
    <>
      {' '}
      <span className={styles.count}>{of}</span>
      {what && <VisuallyHidden> {what}</VisuallyHidden>}
    </>
  )
