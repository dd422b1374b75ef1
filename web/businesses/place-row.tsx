import type { ReactNode } from 'react'
import type { Place } from '../../contracts/businesses.ts'
import { Rating } from '../ui/feedback/rating.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'
import styles from './find-business.module.css'

/** A business by name and address, with its stars where we know them. */
export const PlaceRow = ({
  place,
  withRating = false,
  isBusy = false,
}: {
  /** Without an address where it is not known; it is empty where there is none. */
  place: Pick<Place, 'name' | 'rating' | 'userRatingsTotal'> & { address: string | null }
  withRating?: boolean
  isBusy?: boolean
}): ReactNode => (
  <span className={styles.row}>
    <span className={styles.who}>
      <strong>{place.name}</strong>
      {place.address !== null && <small>{place.address || 'Serves an area, without an address'}</small>}
    </span>
    {isBusy && <Spinner />}
    {!isBusy && (withRating || place.rating !== null) && (
      <Rating rating={place.rating} count={place.userRatingsTotal} />
    )}
  </span>
)

/** Google requires this attribution beside results from its maps. */
export const GoogleMapsMark = (): ReactNode => (
  <p className={styles.source} translate="no">
    Google Maps
  </p>
)
