import { useLayoutEffect, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { dayOf } from '../../lib/formats/days.ts'
import { useNow } from '../../lib/use-now.ts'
import { useShown } from '../../lib/use-shown.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LoadError } from '../../ui/feedback/load-error.tsx'
import { LoadingRows } from '../../ui/feedback/loading.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import styles from '../timeline-page.module.css'
import { useRequests } from '../use-requests.ts'
import { orderOf } from './order-button.tsx'
import { TimelineList } from './timeline-list.tsx'

/** The list, in the order of the address; with `search` only what matches. */
export const ListView = ({
  search,
  searchElsewhere,
  onClear,
  onFirstRun,
  firstSteps,
}: {
  search: string
  searchElsewhere: (search: string) => ReactNode
  onClear: () => void
  /** Hears whether there is no text at all yet; then `firstSteps` show. */
  onFirstRun: (isFirstRun: boolean) => void
  firstSteps: ReactNode
}): ReactNode => {
  const order = orderOf(useSearchParams()[0])
  const list = useRequests({ order, ...(search && { search }) })
  const now = useNow()
  const shown = useShown(`${order} ${search}`, list.isStale)
  const isEmpty = !list.isPending && !list.error && list.requests.length === 0
  const isWaiting = list.isStale && list.isOutOfReach
  const isFirstRun = isEmpty && !search && !list.isStale
  // Before the page is painted: the search that it takes away must not flash.
  useLayoutEffect(() => onFirstRun(isFirstRun), [onFirstRun, isFirstRun])
  if (list.isPending) return <LoadingRows count={6} label="Loading your requests" />
  if (list.error) {
    return <LoadError what="Your requests could not be loaded." error={list.error} retry={list.refetch} />
  }
  if (isFirstRun) return firstSteps
  if (isEmpty && search && !isWaiting) {
    return <NotFound search={search} elsewhere={searchElsewhere(search)} onClear={onClear} />
  }
  return (
    <>
      <p role="status">
        {isWaiting && 'Waiting for the connection. This is the list from before.'}
        <VisuallyHidden>{search && !list.isStale ? `Requests that match ${search}` : ''}</VisuallyHidden>
      </p>
      <div
        className={list.isStale && !isWaiting ? styles.stale : undefined}
        aria-busy={list.isStale || undefined}
      >
        <TimelineList key={shown} list={list} today={dayOf(now, list.timeZone)} />
      </div>
    </>
  )
}

const NotFound = ({
  search,
  elsewhere,
  onClear,
}: {
  search: string
  elsewhere: ReactNode
  onClear: () => void
}): ReactNode => (
  <div role="status">
    <EmptyState
      title={`No text matches “${search}”`}
      action={
        <div className={styles.ways}>
          {elsewhere}
          <Button look="plain" onClick={onClear}>
            Clear the search
          </Button>
        </div>
      }
    >
      Search by a customer’s name, a phone number or an invoice number. All Activity also finds who paid and
      was not texted.
    </EmptyState>
  </div>
)
