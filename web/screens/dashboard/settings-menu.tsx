import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { User } from '../../../contracts/sessions.ts'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import styles from './settings-menu.module.css'
import { TabLinks } from './tab-links.tsx'
import { SETTINGS_TABS, type Tab } from './tabs.ts'

/** Who is signed in, and behind it the settings. Escape or a click elsewhere closes it. */
export const SettingsMenu = ({ user, current }: { user: User; current: Tab }): ReactNode => {
  // Open on the page where it was opened: following a link closes it.
  const { key } = useLocation()
  const [openOn, setOpenOn] = useState<string | null>(null)
  const isOpen = openOn === key
  const menu = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => {
    if (!isOpen) return undefined
    const closeOutside = (event: Event): void => {
      if (!menu.current?.contains(event.target as Node)) setOpenOn(null)
    }
    const closeOnEscape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      setOpenOn(null)
      opener.current?.focus()
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    document.addEventListener('keydown', closeOnEscape)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
      document.removeEventListener('keydown', closeOnEscape)
    }
  }, [isOpen])

  return (
    <div className={styles.settings} ref={menu}>
      <button
        ref={opener}
        type="button"
        className={styles.who}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpenOn(isOpen ? null : key)}
      >
        <span className={styles.names}>
          <span dir="auto" title={user.name}>
            {user.name}
          </span>
          <small dir="auto" title={user.businessName ?? undefined}>
            {user.businessName}
          </small>
        </span>
        <VisuallyHidden>Settings</VisuallyHidden>
        <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
          <path d="m2.5 4.5 3.5 3.5 3.5-3.5" fill="none" stroke="currentColor" strokeWidth="1.6" />
        </svg>
      </button>
      <div id={id} className={styles.menu} hidden={!isOpen}>
        <nav className={styles.links} aria-label="Settings">
          <TabLinks
            tabs={['activity', ...SETTINGS_TABS, 'top-up']}
            current={current}
            className={styles.link}
          />
        </nav>
        <SmallPrint label="Help" />
      </div>
    </div>
  )
}
