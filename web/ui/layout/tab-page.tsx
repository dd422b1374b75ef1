import type { ReactNode } from 'react'
import { PageHeading } from './heading.tsx'
import styles from './tab-page.module.css'

/** One tab of the dashboard: its heading, a line that says what it is for, and what stands below. */
export const TabPage = ({
  title,
  lead,
  ways,
  children,
}: {
  title: string
  lead?: ReactNode
  /** To what belongs to it on other pages: beside the line, at its end. */
  ways?: ReactNode
  children: ReactNode
}): ReactNode => (
  <div className={styles.page}>
    <div className={styles.head}>
      <PageHeading tab={title}>{title}</PageHeading>
      {lead !== undefined && (
        <div className={styles.lead}>
          <div>{lead}</div>
          {ways}
        </div>
      )}
    </div>
    {children}
  </div>
)
