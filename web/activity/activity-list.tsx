import { useInfiniteQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import type { ActivityItem } from '../../contracts/activity.ts'
import { call } from '../lib/api.ts'
import { dayOf, type Day } from '../lib/days.ts'
import { useDebounced } from '../lib/use-debounced.ts'
import { useNow } from '../lib/use-now.ts'
import { dayInWords } from '../lib/words.ts'
import { Button } from '../ui/controls/button.tsx'
import { FilterField } from '../ui/controls/filter-field.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { LoadError } from '../ui/feedback/load-error.tsx'
import { LoadingRows } from '../ui/feedback/loading.tsx'
import styles from './activity-page.module.css'
import { ActivityRow, type RequestDetails } from './activity-row.tsx'
import type { Period } from './outcomes.ts'
import type { Choice } from './tiles.ts'
import { usePeriodDays } from './use-period-days.ts'

const TYPING_PAUSE_MS = 200

type Filter = Choice & { period: Period }

export const ActivityList = ({
  filter,
  details,
  searched,
  onSearch,
  onClear,
}: {
  filter: Filter
  details: RequestDetails
  /** What the address looks for, which follows what is typed. */
  searched: string
  onSearch: (search: string) => void
  onClear: () => void
}): ReactNode => {
  const [text, setText] = useSearchText(searched)
  const search = useDebounced(text.trim(), TYPING_PAUSE_MS)
  const list = useActivity(filter, search)
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const timeZone = list.data?.pages[0]?.timeZone ?? 'UTC'
  const now = useNow()
  const isNarrowed =
    search !== '' || (filter.outcome ?? filter.reason) !== undefined || filter.period !== 'all'
  const type = (typed: string): void => {
    setText(typed)
    onSearch(typed.trim())
  }
  const clear = (): void => {
    setText('')
    onClear()
  }

  return (
    <div className={styles.list}>
      <div className={styles.bar}>
        <FilterField label="Search name, phone or invoice" value={text} onChange={type} />
      </div>
      {list.isPending && <LoadingRows count={6} label="Loading your activity" />}
      {list.isError && !list.data && (
        <LoadError what="Your activity could not be loaded." error={list.error} retry={list.refetch} />
      )}
      {list.data && items.length === 0 && <Nothing isNarrowed={isNarrowed} onClear={clear} />}
      {groupByDay(items, timeZone).map(({ day, items: ofDay }) => (
        <section key={day} className={styles.dayOf} aria-labelledby={`decided-${day}`}>
          <h3 id={`decided-${day}`}>{dayInWords(day, dayOf(now, timeZone))}</h3>
          <ul className={styles.rows}>
            {ofDay.map((item) => (
              <li key={item.invoiceId}>
                <ActivityRow item={item} timeZone={timeZone} details={details} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {list.hasNextPage && (
        <Button look="plain" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  )
}

/** What is typed. Back and Forward bring what their address looks for. */
const useSearchText = (searched: string): [string, (text: string) => void] => {
  const [text, setText] = useState(searched)
  const { key } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const [shown, setShown] = useState(key)
  if (key !== shown) {
    setShown(key)
    if (isBack) setText(searched)
  }
  return [text, setText]
}

/** Invoices under the day on which it was decided what becomes of them; they come newest first. */
const groupByDay = (items: ActivityItem[], timeZone: string): { day: Day; items: ActivityItem[] }[] => {
  const days: { day: Day; items: ActivityItem[] }[] = []
  for (const item of items) {
    const day = dayOf(item.decidedAt, timeZone)
    if (days.at(-1)?.day === day) days.at(-1)!.items.push(item)
    else days.push({ day, items: [item] })
  }
  return days
}

const useActivity = ({ period, outcome, reason }: Filter, search: string) => {
  const days = usePeriodDays(period)
  const query = { ...days, ...(outcome && { outcome }), ...(reason && { reason }), ...(search && { search }) }
  return useInfiniteQuery({
    queryKey: ['activity', query],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/activity', { query: { ...query, ...pageParam }, signal }),
    enabled: days !== undefined,
    initialPageParam: {} as { cursor?: string },
    getNextPageParam: ({ nextCursor }) => (nextCursor === null ? undefined : { cursor: nextCursor }),
    placeholderData: (before) => before,
  })
}

const Nothing = ({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }): ReactNode =>
  isNarrowed ? (
    <EmptyState
      title="No paid invoice matches"
      action={
        <Button look="plain" onClick={onClear}>
          Show everything
        </Button>
      }
    >
      Choose other days or another outcome.
    </EmptyState>
  ) : (
    <EmptyState title="Every paid invoice will appear here">
      Mark an invoice as paid in Xero: a minute later it stands here, texted or not, with the reason.
    </EmptyState>
  )
