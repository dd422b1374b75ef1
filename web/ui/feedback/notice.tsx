import type { ReactNode } from 'react'
import styles from './notice.module.css'

type Tone = 'bad' | 'warn' | 'ok' | 'wait'

/** A few words that matter, on a tint. `bad` is read out at once, the others when the reader gets there. */
export const Notice = ({
  tone,
  children,
  action,
}: {
  tone: Tone
  children: ReactNode
  action?: ReactNode
}): ReactNode => (
  <div className={`${styles.notice} ${styles[tone]}`} role={tone === 'bad' ? 'alert' : 'status'}>
    <div className={styles.words}>{children}</div>
    {action}
  </div>
)
