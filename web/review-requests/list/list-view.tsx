import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { asks } from '../../lib/asks.ts'
import { dayOf } from '../../lib/days.ts'
import { useNow } from '../../lib/use-now.ts'
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
}: {
  search: string
  searchElsewhere: (search: string) => ReactNode
  onClear: () => void
}): ReactNode => {
  const order = orderOf(useSearchParams()[0])
  const list = useRequests({ order, ...(search && { search }) })
  const now = useNow()
  if (list.isPending) return <LoadingRows count={6} label="Loading your requests" />
  if (list.error !== null) {
    return (
      <LoadError
        what="Your requests could not be loaded."
        error={list.error}
        retry={list.refetch}
        isRetrying={list.isFetching}
      />
    )
  }
  if (list.requests.length === 0) {
    if (!search) return <NoneYet />
    return <NotFound search={search} elsewhere={searchElsewhere(search)} onClear={onClear} />
  }
  return (
    <>
      <p role="status">
        <VisuallyHidden>{search ? `Requests that match ${search}` : ''}</VisuallyHidden>
      </p>
      <div className={list.isStale ? styles.stale : undefined} aria-busy={list.isStale || undefined}>
        <TimelineList list={list} today={dayOf(now, list.timeZone)} />
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

const NoneYet = (): ReactNode => {
  const { data } = useQuery(asks('GET /api/sms/template'))
  const funds = useQuery(asks('GET /api/funds/balance')).data
  return (
    <EmptyState title="Your first request will appear here">
      {data?.isEnabled === false ? (
        <>
          Review requests are switched off. <a href="/dashboard?tab=sms">Switch them on in SMS Setup</a>, then
          mark an invoice as paid in Xero.
        </>
      ) : funds && funds.balance <= 0 ? (
        'Once you have funds: mark an invoice as paid in Xero. Its customer is texted within your sending hours, and you see it here.'
      ) : (
        'Mark an invoice as paid in Xero. Its customer is texted within your sending hours, mostly a minute later, and you see it here.'
      )}
    </EmptyState>
  )
}
