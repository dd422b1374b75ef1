import { useEffect, type ReactNode } from 'react'
import { recordErasure } from '../lib/session/session.ts'
import { SmallPrint } from '../ui/layout/small-print.tsx'
import { Wordmark } from '../ui/layout/wordmark.tsx'
import styles from './sign-in-frame.module.css'

/** The page around the sign-in: the action on the left, what the product does on the right (on wide screens). */
export const SignInFrame = ({ children }: { children: ReactNode }): ReactNode => {
  // Whoever signs in may be another than whose business is erased.
  useEffect(() => recordErasure(null), [])
  return (
    <div className={styles.frame}>
      <main className={styles.door}>
        <a className={styles.home} href="/welcome/" aria-label="Goodword: what it does and what it costs">
          <Wordmark />
        </a>
        <div className={styles.body}>{children}</div>
        <SmallPrint />
      </main>
      <div className={styles.stage} aria-hidden="true">
        <ol className={styles.story}>
          <li>
            <span className={styles.time}>2:14 pm</span>
            <span>
              <b>INV-2041</b> is paid in Xero
            </span>
          </li>
          <li>
            <span className={styles.time}>2:14 pm</span>
            <span>One polite text to Priya</span>
          </li>
        </ol>
        <div className={styles.phone}>
          <div className={styles.to}>Whitlock Electrical</div>
          <div className={styles.bubble}>
            Hi Priya, thanks for choosing Whitlock Electrical. Could you leave us a quick Google review?{' '}
            <u>gw.example/r/a1B2c3D</u> Reply STOP to opt out
          </div>
        </div>
      </div>
    </div>
  )
}
