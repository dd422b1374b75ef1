import type { ReactNode } from 'react'
import styles from './loading-rows.module.css'
import { Skeleton } from './skeleton.tsx'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'

/** Holds the place of a list: rows as high as the real ones. */
export const LoadingRows = ({ count = 5, label }: { count?: number; label: string }): ReactNode => (
  <div className={styles.list}>
    <p role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
    </p>
    {Array.from({ length: count }, (_, row) => (
      <div key={row} className={styles.row}>
        <Skeleton width={`${34 + ((row * 13) % 22)}%`} />
        <Skeleton width={`${44 + ((row * 17) % 20)}%`} height="0.8em" />
      </div>
    ))}
  </div>
)
