import type { ReactNode } from 'react'
import styles from './spinner.module.css'

/** Shows activity; the words beside it name it. */
export const Spinner = (): ReactNode => <span className={styles.spinner} aria-hidden="true" />
