import type { ReactNode } from 'react'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import styles from './loading.module.css'

/** Holds the place of words that are on their way. */
export const Skeleton = ({
  width = '100%',
  height = '1em',
}: {
  width?: string
  height?: string
}): ReactNode => <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" />

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
