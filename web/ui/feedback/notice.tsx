import type { ReactNode } from 'react'
import styles from './notice.module.css'

type Tone = 'bad' | 'warn' | 'ok' | 'wait'

/** An important message on a tint. `bad` is announced at once, the others politely. */
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
