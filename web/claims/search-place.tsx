import { useCallback, useState, type ReactNode } from 'react'
import { call } from '../lib/api.ts'
import { inWords } from '../lib/problems.ts'
import { useSearch } from '../lib/use-search.ts'
import { PageHeading } from '../ui/heading.tsx'
import { Notice } from '../ui/notice.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { Spinner } from '../ui/spinner.tsx'
import styles from './claims.module.css'

export const SearchPlace = ({
  slug,
  text,
  onType,
  onPick,
  isBusy,
  problem,
}: {
  slug: string
  text: string
  onType: (text: string) => void
  onPick: (placeId: string, sessionToken: string) => Promise<void>
  isBusy: boolean
  problem: unknown
}): ReactNode => {
  // One token from the first letter to the choice: Google then bills one look-up, not one a letter.
  const [sessionToken, renewToken] = useState(() => crypto.randomUUID())
  const [picked, setPicked] = useState<string | null>(null)
  const ask = useCallback(
    async (query: string, signal: AbortSignal) =>
      (
        await call('GET /api/claims/{slug}/places', {
          params: { slug },
          query: { query, sessionToken },
          signal,
        })
      ).places,
    [slug, sessionToken],
  )
  const search = useSearch(text, ask)
  const pick = async (placeId: string): Promise<void> => {
    setPicked(placeId)
    await onPick(placeId, sessionToken)
    renewToken(crypto.randomUUID())
  }

  return (
    <>
      <PageHeading tab="Claim your QR code" takesFocus={text !== ''}>
        Claim this QR code
      </PageHeading>
      <p className={styles.lead}>
        Choose your business, and whoever scans the code goes straight to its review page on Google.
      </p>
      <div className={styles.wide}>
        <SearchBox
          label="Your business"
          hint="As your customers find it on Google."
          placeholder="Name and town"
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
              {isBusy && place.placeId === picked && <Spinner />}
            </span>
          )}
          onChoose={(place) => void pick(place.placeId)}
          nothingFound="No businesses found. Try a different search term."
          source={
            <p className={styles.source} translate="no">
              Google Maps
            </p>
          }
          isBusy={isBusy}
        />
      </div>
      {problem !== null && <Notice tone="bad">{inWords(problem)}</Notice>}
    </>
  )
}
