import { createContext, use, type ReactNode } from 'react'
import { site } from '../../lib/site.ts'
import styles from './small-print.module.css'

/** While leaving this page would lose something: an iPhone does not ask before it is left. */
export const OpensBeside = createContext(false)

/** Help, a way to the operator, privacy and terms: below every page, and in the menus of a page that may be long. */
export const SmallPrint = ({ label = 'About Goodword' }: { label?: string }): ReactNode => {
  const target = use(OpensBeside) ? '_blank' : undefined
  return (
    <nav className={styles.links} aria-label={label}>
      <a href="/welcome/#questions" target={target}>
        Help
      </a>
      {site.email === null ? (
        <a href="/welcome/#contact" target={target}>
          Contact
        </a>
      ) : (
        <a href={`mailto:${site.email}`}>E-mail us</a>
      )}
      <a href="/welcome/privacy/" target={target}>
        Privacy
      </a>
      <a href="/welcome/terms/" target={target}>
        Terms
      </a>
    </nav>
  )
}
