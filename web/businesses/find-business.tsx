import { useCallback, useState, type ReactNode } from 'react'
import type { Place } from '../../contracts/businesses.ts'
import { call } from '../lib/api.ts'
import { PLACE_HINTS } from '../lib/place-hint.ts'
import { useSearch } from '../lib/use-search.ts'
import { countryInWords } from '../lib/country-words.ts'
import { Button } from '../ui/controls/button.tsx'
import { SearchBox } from '../ui/controls/search-box.tsx'
import { ActError } from '../ui/feedback/act-error.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { InTurn } from '../ui/layout/in-turn.tsx'
import styles from './find-business.module.css'
import { GoogleMapsMark, PlaceRow } from './place-row.tsx'

export type ChosenPlace = Pick<Place, 'placeId' | 'name' | 'rating' | 'userRatingsTotal'> & {
  /** Null where it is not known; empty where it has none. */
  address: string | null
  isFromGoogle: boolean
  /** Its country, where mobiles are not texted. */
  unservedCountry?: string | null
}

/**
 * Step one: search the business on Google and pick it. `onChoose` asks the server, and may fail; after `false` it is
 * not chosen yet, and the search stays as it is.
 */
export const FindBusiness = ({
  chosen,
  onChoose,
  onSearchAgain,
}: {
  chosen: ChosenPlace | null
  onChoose: (place: Place, sessionToken: string) => Promise<boolean>
  onSearchAgain: () => void
}): ReactNode => {
  const [text, setText] = useState('')
  // One token from the first letter to the choice: Google then bills one look-up, not one a letter.
  const [sessionToken, renewToken] = useState(() => crypto.randomUUID())
  const [choosing, setChoosing] = useState<string | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const ask = useCallback(
    async (query: string, signal: AbortSignal) =>
      (await call('GET /api/places', { query: { query, sessionToken }, signal })).places,
    [sessionToken],
  )
  const search = useSearch(text, ask)
  /** What is searched anew is no more about the choice that failed. */
  const searchAnew = (act: () => void): void => {
    setProblem(null)
    act()
  }

  const choose = async (place: Place): Promise<void> => {
    setChoosing(place.placeId)
    setProblem(null)
    try {
      if (await onChoose(place, sessionToken)) {
        setText('')
        renewToken(crypto.randomUUID())
      }
    } catch (error) {
      setProblem(error)
    }
    setChoosing(null)
  }

  if (chosen)
    return (
      <InTurn turn="chosen">
        <ChosenBusiness place={chosen} onSearchAgain={onSearchAgain} />
      </InTurn>
    )
  return (
    <InTurn turn="search" className={styles.find}>
      <SearchBox
        label="Your business"
        hint="As your customers find it on Google."
        placeholder="Name and town"
        longest={200}
        text={text}
        onType={(next) => searchAnew(() => setText(next))}
        search={{ ...search, retry: () => searchAnew(search.retry) }}
        idOf={(place) => place.placeId}
        show={(place) => <PlaceRow place={place} isBusy={place.placeId === choosing} />}
        onChoose={(place) => void choose(place)}
        nothingFound="No businesses found. Try a different search term."
        nothingHints={PLACE_HINTS}
        source={<GoogleMapsMark />}
        isBusy={choosing !== null}
      />
      <ActError error={problem} />
    </InTurn>
  )
}

const ChosenBusiness = ({
  place,
  onSearchAgain,
}: {
  place: ChosenPlace
  onSearchAgain: () => void
}): ReactNode => (
  <section className={styles.chosen} aria-label="Your business">
    <div className={styles.card} role="status">
      <PlaceRow place={place} withRating={place.isFromGoogle} />
      {place.isFromGoogle && <GoogleMapsMark />}
    </div>
    {place.unservedCountry && (
      <Notice tone="warn">
        <p>{`We do not text mobiles in ${countryInWords(place.unservedCountry)} yet.`}</p>
        <p>
          Only customers with a mobile in <a href="/welcome/#price">a country that we serve</a> can be asked.
        </p>
      </Notice>
    )}
    <Button look="ghost" onClick={onSearchAgain}>
      Choose another business
    </Button>
  </section>
)
