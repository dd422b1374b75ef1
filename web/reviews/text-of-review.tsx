import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ReviewGuess } from '../../contracts/reviews.ts'
import { VisuallyHidden } from '../ui/layout/visually-hidden.tsx'
import styles from './review-card.module.css'

/** From which text a review probably came: an estimate, with its reason for whoever points at it or opens it. */
export const TextOfReview = ({
  guess: { certainty, reason, customerName, invoiceNumber },
}: {
  guess: ReviewGuess
}): ReactNode => (
  <details className={styles.guess}>
    <summary title={reason}>{certainty === 'likely' ? 'Probably' : 'Perhaps'} from a text of yours</summary>
    <p>
      <span dir="auto">{reason}</span> This is an estimate: Google does not say who followed which link.
    </p>
    <p>
      <Link to={`/dashboard?${String(searchFor(invoiceNumber ?? customerName))}`}>
        Show this text<VisuallyHidden> to {customerName}</VisuallyHidden>
      </Link>
    </p>
  </details>
)

const searchFor = (search: string): URLSearchParams =>
  new URLSearchParams({ tab: 'activity', period: 'all', search })
