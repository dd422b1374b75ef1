import type { ReactNode } from 'react'
import styles from './skeleton.module.css'

/** Holds the place of words that are on their way. */
export const Skeleton = ({
  width = '100%',
  height = '1em',
}: {
  width?: string
  height?: string
}): ReactNode => <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" />
