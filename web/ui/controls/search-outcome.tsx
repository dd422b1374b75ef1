import type { ReactNode } from 'react'
import { inWords } from '../../lib/problems.ts'
import { MINIMUM_CHARACTERS, type Search } from '../../lib/use-search.ts'
import { Skeleton } from '../feedback/loading.tsx'
import { Notice } from '../feedback/notice.tsx'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import { Button } from './button.tsx'
import styles from './search-box.module.css'

/** The outcome of a search, shown and announced: searching, how many, none, or failed. */
export const SearchOutcome = <Found,>({
  search,
  isClosed,
  nothingFound,
  hints = [],
}: {
  search: Search<Found> & { retry: () => void }
  isClosed: boolean
  nothingFound: string
  hints?: readonly string[] | undefined
}): ReactNode => {
  const isLooking = search.status === 'searching' && search.found.length === 0
  const isEmpty = search.status === 'found' && search.found.length === 0 && !isClosed
  return (
    <>
      <div role="status">
        {search.status === 'too-short' && (
          <p className={styles.empty}>Type at least {MINIMUM_CHARACTERS} letters.</p>
        )}
        {isEmpty && (
          <div className={styles.empty}>
            <p>{nothingFound}</p>
            {hints.map((hint) => (
              <p key={hint}>{hint}</p>
            ))}
          </div>
        )}
        <VisuallyHidden>{announcement(search)}</VisuallyHidden>
      </div>
      {isLooking && (
        <div className={styles.results}>
          {[60, 45, 52].map((width) => (
            <div key={width} className={styles.option}>
              <div className={styles.looking}>
                <Skeleton width={`${width}%`} />
                <Skeleton width={`${width + 20}%`} height="0.8em" />
              </div>
            </div>
          ))}
        </div>
      )}
      {search.status === 'failed' && (
        <Notice
          tone="bad"
          action={
            <Button look="plain" onClick={search.retry}>
              Search again
            </Button>
          }
        >
          {inWords(search.error)}
        </Notice>
      )}
    </>
  )
}

const announcement = <Found,>(search: Search<Found>): string => {
  if (search.status === 'searching') return 'Searching'
  if (search.status !== 'found' || search.found.length === 0) return ''
  return search.found.length === 1 ? '1 result' : `${search.found.length} results`
}
