import type { ReactNode } from 'react'
import type { Day } from '../../lib/formats/days.ts'
import { dayInWords } from '../../lib/words.ts'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { LoadError } from '../../ui/feedback/load-error.tsx'
import { LoadingRows, Skeleton } from '../../ui/feedback/loading.tsx'
import { ShowMore } from '../../ui/feedback/show-more.tsx'
import { requestsInWords } from '../count-words.ts'
import { RequestRow } from '../request-row.tsx'
import { useRequests } from '../use-requests.ts'
import styles from './day-dialog.module.css'

const A_SCREENFUL = 12

/** The requests of one day, over the calendar. */
export const DayDialog = ({
  day,
  today,
  count,
  isOpen,
  onClose,
}: {
  day: Day
  today: Day
  /** How many the calendar has counted: their place is held, so that the dialog does not jump. */
  count: number
  isOpen: boolean
  onClose: () => void
}): ReactNode => {
  const list = useRequests({ order: 'oldest', from: day, to: day })
  const { requests, hasMore } = list
  return (
    <Dialog title={dayInWords(day, today)} isOpen={isOpen} onClose={onClose}>
      {list.isPending && (
        <>
          <Skeleton width="12rem" />
          <LoadingRows count={Math.min(count, A_SCREENFUL)} label="Loading the requests of this day" />
        </>
      )}
      {list.error !== null && (
        <LoadError
          what="The requests of this day could not be loaded."
          error={list.error}
          retry={list.refetch}
        />
      )}
      {!list.isPending && list.error === null && (
        <p className={styles.count} role="status">
          {requests.length === 0
            ? 'No requests on this day.'
            : hasMore
              ? `The first ${requestsInWords(requests)}`
              : requestsInWords(requests)}
        </p>
      )}
      {requests.length > 0 && (
        <ul className={styles.rows}>
          {requests.map((request) => (
            <li key={request._id}>
              <RequestRow request={request} timeZone={list.timeZone} />
            </li>
          ))}
        </ul>
      )}
      <ShowMore
        pages={{
          hasNextPage: hasMore,
          isFetchingNextPage: list.isLoadingMore,
          isFetchNextPageError: list.loadMoreError !== null,
          error: list.loadMoreError,
          fetchNextPage: list.loadMore,
        }}
      />
    </Dialog>
  )
}
