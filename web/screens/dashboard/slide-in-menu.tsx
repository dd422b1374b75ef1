import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { User } from '../../../contracts/sessions.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { Wordmark } from '../../ui/layout/wordmark.tsx'
import styles from './slide-in-menu.module.css'
import { TabLinks } from './tab-links.tsx'
import { MENU_TABS, type Tab } from './tabs.ts'

/** The menu of narrow screens: slides in from the side, and keeps the focus until it is closed. */
export const SlideInMenu = ({
  user,
  current,
  onSignOut,
}: {
  user: User
  current: Tab
  onSignOut: () => void
}): ReactNode => {
  // Open on the page where it was opened: following a link closes it.
  const { key } = useLocation()
  const [openOn, setOpenOn] = useState<string | null>(null)
  const isOpen = openOn === key
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])
  const close = (): void => setOpenOn(null)

  return (
    <>
      <button
        type="button"
        className={styles.opener}
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpenOn(key)}
      >
        <svg viewBox="0 0 20 20" width="22" height="22" aria-hidden="true">
          <path
            d="M3 5.5h14M3 10h14M3 14.5h14"
            stroke="currentColor"
            strokeWidth="1.7"
            strokeLinecap="round"
          />
        </svg>
      </button>
      <dialog ref={dialog} className={styles.menu} aria-label="Menu" onClose={close} closedby="any">
        <div className={styles.top}>
          <Wordmark />
          <button type="button" className={styles.closer} aria-label="Close the menu" onClick={close}>
            ×
          </button>
        </div>
        <p className={styles.who}>
          <b dir="auto">{user.name}</b>
          <span dir="auto">{user.businessName}</span>
        </p>
        <nav className={styles.links} aria-label="Tabs">
          <TabLinks
            tabs={[...MENU_TABS, 'top-up']}
            current={current}
            className={styles.link}
            onFollow={close}
          />
        </nav>
        <SmallPrint label="Help" />
        <Button
          look="plain"
          wide
          onClick={() => {
            close()
            onSignOut()
          }}
        >
          Sign Out
        </Button>
      </dialog>
    </>
  )
}
