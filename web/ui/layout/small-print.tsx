import type { ReactNode } from 'react'
import { site } from '../../lib/site.ts'
import styles from './small-print.module.css'

/** Help, a way to the operator, privacy and terms: below every page, and in the menus of a page that may be long. */
export const SmallPrint = ({ label = 'About Goodword' }: { label?: string }): ReactNode => (
  <nav className={styles.links} aria-label={label}>
    <a href="/welcome/#questions">Help</a>
    {site.email === null ? (
      <a href="/welcome/#contact">Contact</a>
    ) : (
      <a href={`mailto:${site.email}`}>Email us</a>
    )}
    <a href="/welcome/privacy/">Privacy</a>
    <a href="/welcome/terms/">Terms</a>
  </nav>
)
