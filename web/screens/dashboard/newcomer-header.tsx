import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { User } from '../../../contracts/sessions.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Wordmark } from '../../ui/layout/wordmark.tsx'
import styles from './dashboard-header.module.css'

/** The dashboard's header before there is a dashboard: who is signed in, and the way on. */
export const NewcomerHeader = ({ user, onSignOut }: { user: User; onSignOut: () => void }): ReactNode => (
  <header className={styles.header}>
    <a className={styles.skip} href="#main">
      Skip to the page
    </a>
    <Link to="/onboarding" className={styles.home} aria-label="Goodword, to your setup">
      <Wordmark />
    </Link>
    <div className={styles.end}>
      <span className={styles.newcomer} dir="auto" title={user.name}>
        {user.name}
      </span>
      <Link to="/onboarding" className={styles.onward}>
        Finish setting up
      </Link>
      <Button look="ghost" className={styles.signOutAlways} onClick={onSignOut}>
        Sign Out
      </Button>
    </div>
  </header>
)
