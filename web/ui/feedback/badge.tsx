import type { ReactNode } from 'react'
import styles from './badge.module.css'

export type BadgeTone = 'ok' | 'wait' | 'warn' | 'bad' | 'plain'

/** A state in one or two words; the dot and the tint repeat it. */
export const Badge = ({ tone, children }: { tone: BadgeTone; children: ReactNode }): ReactNode => (
  <span className={`${styles.badge} ${styles[tone]}`}>{children}</span>
)
