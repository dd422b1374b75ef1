import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { addressOf, TABS, type Tab } from './tabs.ts'

/** Links to tabs; the one that shows is marked. */
export const TabLinks = ({
  tabs,
  current,
  className,
  onFollow,
}: {
  tabs: Tab[]
  current: Tab
  className: string | undefined
  onFollow?: () => void
}): ReactNode =>
  tabs.map((tab) => (
    <Link
      key={tab}
      to={addressOf(tab)}
      className={className}
      aria-current={tab === current ? 'page' : undefined}
      onClick={onFollow}
    >
      {TABS[tab]}
    </Link>
  ))
