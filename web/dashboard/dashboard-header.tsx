import type { ReactNode } from 'react'
import type { User } from '../../contracts/accounts.ts'
import { Button } from '../ui/button.tsx'
import { Wordmark } from '../ui/wordmark.tsx'
import styles from './dashboard-header.module.css'

export const DashboardHeader = ({ user, onSignOut }: { user: User; onSignOut: () => void }): ReactNode => (
  <header className={styles.header}>
    <Wordmark />
    <div className={styles.who}>
      <span className={styles.names}>
        <span className={styles.name}>{user.name}</span>
        <small>{user.businessName}</small>
      </span>
      <Button look="ghost" onClick={onSignOut}>
        Sign Out
      </Button>
    </div>
  </header>
)
