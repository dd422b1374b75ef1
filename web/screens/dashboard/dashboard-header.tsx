import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { User } from '../../../contracts/sessions.ts'
import { asks } from '../../lib/asks.ts'
import { inMoney } from '../../lib/words.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Wordmark } from '../../ui/layout/wordmark.tsx'
import styles from './dashboard-header.module.css'
import { SettingsMenu } from './settings-menu.tsx'
import { SlideInMenu } from './slide-in-menu.tsx'
import { TabLinks } from './tab-links.tsx'
import { addressOf, HEADER_TABS, type Tab } from './tabs.ts'

/** On top of every tab: where one is, what is left, who is signed in. */
export const DashboardHeader = ({
  user,
  current,
  onSignOut,
}: {
  user: User
  current: Tab
  onSignOut: () => void
}): ReactNode => (
  <header className={styles.header}>
    <a className={styles.skip} href="#main">
      Skip to the page
    </a>
    <SlideInMenu user={user} current={current} onSignOut={onSignOut} />
    <Link to={addressOf('timeline')} className={styles.home} aria-label="Goodword, to the timeline">
      <Wordmark />
    </Link>
    <nav className={styles.tabs} aria-label="Dashboard">
      <TabLinks tabs={HEADER_TABS} current={current} className={styles.tab} />
    </nav>
    <div className={styles.end}>
      <FundsPill />
      <SettingsMenu user={user} current={current} />
      <Button look="ghost" className={styles.signOut} onClick={onSignOut}>
        Sign Out
      </Button>
    </div>
  </header>
)

/** What is left for texts, and the way to more. */
const FundsPill = (): ReactNode => {
  const funds = useQuery(asks('GET /api/funds/balance'))
  const balance = funds.data?.balance
  const isEmpty = balance !== undefined && balance <= 0 && funds.data?.hasMoved
  return (
    <Link to={addressOf('account')} className={`${styles.pill} ${isEmpty ? styles.pillEmpty : ''}`}>
      Funds <b>{balance === undefined ? '–' : inMoney(balance)}</b>
    </Link>
  )
}
