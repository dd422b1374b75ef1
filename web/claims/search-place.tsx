import { useCallback, useState, type ReactNode } from 'react'
import type { Place } from '../../contracts/businesses.ts'
import { call } from '../lib/api.ts'
import { isCode } from '../lib/problems.ts'
import { useSearch } from '../lib/use-search.ts'
import { ActError } from '../ui/feedback/act-error.tsx'
import { PageHeading } from '../ui/layout/heading.tsx'
import styles from './claims.module.css'
import { PlaceSearch } from './place-search.tsx'

export const CLAIM_LEAD =
  'Choose your business, and whoever scans the code goes straight to its review page on Google.'

export const SearchPlace = ({
  slug,
  text,
  onType,
  onPick,
  onTaken,
  isBusy,
  problem,
}: {
  slug: string
  text: string
  onType: (text: string) => void
  onPick: (place: Place, sessionToken: string) => Promise<void>
  /** Claimed since the page was opened. Must be the same function from render to render. */
  onTaken: () => void
  isBusy: boolean
  problem: unknown
}): ReactNode => {
  // One token from the first letter to the choice: Google then bills one look-up, not one a letter.
  const [sessionToken, renewToken] = useState(() => crypto.randomUUID())
  const [picked, setPicked] = useState<string | null>(null)
  const ask = useCallback(
    (query: string, signal: AbortSignal) =>
      call('GET /api/claims/{slug}/places', {
        params: { slug },
        query: { query, sessionToken },
        signal,
      }).then(
        ({ places }) => places,
        (cause: unknown) => {
          if (isCode(cause, 'already-claimed')) onTaken()
          throw cause
        },
      ),
    [slug, sessionToken, onTaken],
  )
  const search = useSearch(text, ask)
  const pick = async (place: Place): Promise<void> => {
    setPicked(place.placeId)
    await onPick(place, sessionToken)
    renewToken(crypto.randomUUID())
  }

  return (
    <>
      <PageHeading tab="Claim your QR code" takesFocus={text !== ''}>
        Claim this QR code
      </PageHeading>
      <p className={styles.lead}>{CLAIM_LEAD}</p>
      <PlaceSearch
        text={text}
        onType={onType}
        search={search}
        pickedId={isBusy ? picked : null}
        onPick={(place) => void pick(place)}
      />
      <ActError error={problem} />
    </>
  )
}
