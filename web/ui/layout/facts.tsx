import type { ReactNode } from 'react'
import styles from './facts.module.css'

/** A card of names and what they stand for. */
export const Facts = ({ children }: { children: ReactNode }): ReactNode => (
  <dl className={styles.facts}>{children}</dl>
)

export const Fact = ({ name, children }: { name: string; children: ReactNode }): ReactNode => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
