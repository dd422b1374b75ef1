import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Wordmark } from '../ui/wordmark.tsx'
import { QrCodes } from './qr-codes.tsx'
import styles from './qr-codes.module.css'

/** "My QR codes" on a page of its own. */
export const QrCodesPage = (): ReactNode => (
  <>
    <header className={styles.header}>
      <Wordmark />
      <Link to="/dashboard">Dashboard</Link>
    </header>
    <main className={styles.main}>
      <QrCodes />
    </main>
  </>
)
