import type { ReactNode } from 'react'
import type { Place } from '../../contracts/businesses.ts'
import { PLACE_HINTS } from '../lib/place-hint.ts'
import type { Search } from '../lib/use-search.ts'
import { SearchBox } from '../ui/controls/search-box.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'
import styles from './claims.module.css'

/** The search for a business at Google; `pickedId` is the one that is being looked up. */
export const PlaceSearch = ({
  text,
  onType,
  search,
  pickedId,
  onPick,
}: {
  text: string
  onType: (text: string) => void
  search: Search<Place> & { retry: () => void }
  pickedId: string | null
  onPick: (place: Place) => void
}): ReactNode => (
  <div className={styles.wide}>
    <SearchBox
      label="Your business"
      hint="As your customers find it on Google."
      placeholder="Name and town"
      longest={200}
      text={text}
      onType={onType}
      search={search}
      idOf={(place) => place.placeId}
      show={(place) => (
        <span className={styles.option}>
          <span className={styles.who}>
            <strong>{place.name}</strong>
            <small>{place.address || 'Serves an area, without an address'}</small>
          </span>
          {place.placeId === pickedId && <Spinner />}
        </span>
      )}
      onChoose={onPick}
      nothingFound="No businesses found. Try a different search term."
      nothingHints={PLACE_HINTS}
      source={
        <p className={styles.source} translate="no">
          Google Maps
        </p>
      }
      isBusy={pickedId !== null}
    />
  </div>
)
