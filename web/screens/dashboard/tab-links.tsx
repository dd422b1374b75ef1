import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { asks } from '../../lib/asks.ts'
import { Count } from '../../ui/feedback/count.tsx'
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
      {tab === 'activity' && <ToMendCount />}
    </Link>
  ))

/** How many recent payments the owner can mend. */
export const ToMendCount = (): ReactNode => {
  const { data } = useQuery(asks('GET /api/review-requests/summary'))
  return <Count of={data?.toMend ?? 0} what="to mend" />
}
