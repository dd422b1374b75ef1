import type { ReactNode } from 'react'
import type { Place } from '../../contracts/businesses.ts'
import { Button } from '../ui/controls/button.tsx'
import { ActError } from '../ui/feedback/act-error.tsx'
import { Rating } from '../ui/feedback/rating.tsx'
import { PageHeading } from '../ui/layout/heading.tsx'
import styles from './claims.module.css'

export const ConfirmPlace = ({
  place,
  problem,
  isBusy,
  onConfirm,
  onSearchAgain,
}: {
  place: Place
  problem: unknown
  isBusy: boolean
  onConfirm: () => void
  onSearchAgain: () => void
}): ReactNode => (
  <>
    <PageHeading tab="Is this your business?" takesFocus>
      Is this your business?
    </PageHeading>
    <div className={styles.card}>
      <div className={styles.place}>
        <strong>{place.name}</strong>
        <small>{place.address || 'Serves an area, without an address'}</small>
        <Rating rating={place.rating} count={place.userRatingsTotal} />
      </div>
      <p className={styles.source} translate="no">
        Google Maps
      </p>
    </div>
    <ActError error={problem} />
    <div className={styles.actions}>
      <Button wide busy={isBusy} onClick={onConfirm}>
        Yes, Claim This Code
      </Button>
      <Button wide look="plain" disabled={isBusy} onClick={onSearchAgain}>
        No, Search Again
      </Button>
    </div>
  </>
)
