import type { ReactNode } from 'react'
import styles from './spinner.module.css'

/** Says by movement that something goes on; the words beside it say what. */
export const Spinner = (): ReactNode => <span className={styles.spinner} aria-hidden="true" />
