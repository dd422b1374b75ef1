import { useRef, type ReactNode } from 'react'
import { useFocusHeir } from '../layout/use-focus-heir.ts'
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
}): ReactNode => {
  const place = useRef<HTMLDivElement>(null)
  useFocusHeir(place)
  return (
    <div
      ref={place}
      className={`${styles.notice} ${styles[tone]}`}
      role={tone === 'bad' ? 'alert' : 'status'}
    >
      <div className={styles.words}>{children}</div>
      {action}
    </div>
  )
}
