import type { ReactNode } from 'react'
import styles from './phone.module.css'

/** A text as a phone shows it: whom it is from, the bubble, and below what to know about it. */
export const Phone = ({
  from,
  children,
  caption,
}: {
  from: string | null
  children: ReactNode
  caption: string
}): ReactNode => (
  <figure className={styles.preview}>
    <div className={styles.phone}>
      <p className={styles.from} dir="auto">
        {from}
      </p>
      <div className={styles.bubble} dir="auto">
        {children}
      </div>
    </div>
    <figcaption>{caption}</figcaption>
  </figure>
)

/** The words of a text; links are underlined, as phones do it. */
export const TextBody = ({ body }: { body: string }): ReactNode =>
  body.split(/(https?:\/\/\S+)/).map((part, at) => (at % 2 === 1 ? <u key={at}>{part}</u> : part))

export const NoText = ({ children }: { children: ReactNode }): ReactNode => (
  <span className={styles.nothing}>{children}</span>
)
