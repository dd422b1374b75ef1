import type { ReactNode } from 'react'
import type { ReviewRequestSummary } from '../../contracts/review-requests.ts'
import { inNumber } from '../lib/words.ts'
import { plannedInWords } from './count-words.ts'
import styles from './timeline-page.module.css'

/** How many texts of this month their owner held or cancelled, and behind it what Google asks of her. */
export const HeldBack = ({ summary }: { summary: ReviewRequestSummary }): ReactNode => {
  const { heldBackThisMonth: held, plannedThisMonth: planned } = summary
  if (held === 0) return null
  return (
    <details className={styles.held}>
      <summary>
        You held or cancelled {inNumber(held)} of {inNumber(planned)} this month
      </summary>
      <p>
        {plannedInWords(summary)} A job that is not finished or a wrong invoice is a good reason. Asking only
        the customers who seem happy is against Google’s review policy.
      </p>
    </details>
  )
}
