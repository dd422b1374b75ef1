import type { ReactNode } from 'react'
import { QrCodes } from './qr-codes.tsx'
import styles from './qr-codes.module.css'

/** "My QR codes" on a page of its own. */
export const QrCodesPage = (): ReactNode => (
  <main id="main" className={styles.main} tabIndex={-1}>
    <QrCodes />
  </main>
)
