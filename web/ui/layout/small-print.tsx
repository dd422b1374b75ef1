import type { ReactNode } from 'react'
import styles from './small-print.module.css'

/** Help, contact, privacy and terms: below every page, and in the menus of a page that may be long. */
export const SmallPrint = ({ label = 'About Goodword' }: { label?: string }): ReactNode => (
  <nav className={styles.links} aria-label={label}>
    <a href="/welcome/#questions">Help</a>
    <a href="/welcome/#contact">Contact</a>
    <a href="/welcome/privacy/">Privacy</a>
    <a href="/welcome/terms/">Terms</a>
  </nav>
)
