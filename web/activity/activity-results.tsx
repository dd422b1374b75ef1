import { useInfiniteQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import type { ActivityItem } from '../../contracts/activity.ts'
import { call } from '../lib/api.ts'
import { dayOf, type Day } from '../lib/formats/days.ts'
import { useNow } from '../lib/use-now.ts'
import { useShown } from '../lib/use-shown.ts'
import { dayInWords } from '../lib/words.ts'
import { Button } from '../ui/controls/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { LoadError } from '../ui/feedback/load-error.tsx'
import { LoadingRows } from '../ui/feedback/loading.tsx'
import { ShowMore } from '../ui/feedback/show-more.tsx'
import { VisuallyHidden } from '../ui/layout/visually-hidden.tsx'
import styles from './activity-page.module.css'
import { ActivityRow, type OfText } from './activity-row.tsx'
import { OUTCOMES, type Period } from './outcomes.ts'
import type { Choice } from './tiles.ts'
import { usePeriodDays } from './use-period-days.ts'

export type ActivityFilter = Choice & { period: Period; search: string; order?: 'newest' | 'oldest' }

/** The paid invoices of a filter under their days. */
export const ActivityResults = ({
  filter,
  ofText,
  onClear,
}: {
  filter: ActivityFilter
  ofText: OfText
  onClear: () => void
}): ReactNode => {
  const { days, error, refetch } = usePeriodDays(filter.period)
  const list = useActivity(filter, days)
  const shown = useShown(JSON.stringify(filter), list.isPlaceholderData)
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const timeZone = list.data?.pages[0]?.timeZone ?? 'UTC'
  const now = useNow()

  return (
    <div
      className={`${styles.list} ${list.isPlaceholderData ? styles.stale : ''}`}
      aria-busy={list.isPlaceholderData || undefined}
    >
      <VisuallyHidden>
        <span role="status">{list.data && !list.isPlaceholderData && foundWords(filter, items.length)}</span>
      </VisuallyHidden>
      {error && <LoadError what={NOT_LOADED} error={error} retry={refetch} />}
      {!error && list.isPending && <LoadingRows count={6} label="Loading your activity" />}
      {list.isError && !list.data && <LoadError what={NOT_LOADED} error={list.error} retry={list.refetch} />}
      {list.data && items.length === 0 && <Nothing filter={filter} onClear={onClear} />}
      <Fragment key={shown}>
        {groupByDay(items, timeZone).map(({ day, items: ofDay }) => (
          <section key={day} className={styles.dayOf} aria-labelledby={`decided-${day}`}>
            <h2 id={`decided-${day}`}>{dayInWords(day, dayOf(now, timeZone))}</h2>
            <ul className={styles.rows}>
              {ofDay.map((item) => (
                <li key={item.invoiceId}>
                  <ActivityRow item={item} timeZone={timeZone} ofText={ofText} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </Fragment>
      <ShowMore pages={list} />
    </div>
  )
}

const NOT_LOADED = 'Your activity could not be loaded.'

const foundWords = ({ search, outcome, reason }: ActivityFilter, found: number): string => {
  if (!search && !outcome && !reason) return ''
  if (found === 0) return 'Nothing found'
  if (search) return `Paid invoices that match ${search}`
  return outcome ? `${OUTCOMES[outcome].words}: only these are shown` : 'Only the invoices of this reason'
}

/** Invoices under the day on which it was decided what becomes of them; they come in that order. */
const groupByDay = (items: ActivityItem[], timeZone: string): { day: Day; items: ActivityItem[] }[] => {
  const days: { day: Day; items: ActivityItem[] }[] = []
  for (const item of items) {
    const day = dayOf(item.decidedAt, timeZone)
    if (days.at(-1)?.day === day) days.at(-1)!.items.push(item)
    else days.push({ day, items: [item] })
  }
  return days
}

const useActivity = (
  { outcome, reason, search, order }: ActivityFilter,
  days: { from: Day; to: Day } | undefined,
) => {
  const query = {
    ...days,
    ...(outcome && { outcome }),
    ...(reason && { reason }),
    ...(search && { search }),
    ...(order && { order }),
  }
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

const Nothing = ({ filter, onClear }: { filter: ActivityFilter; onClear: () => void }): ReactNode => {
  const { search, outcome, reason, period } = filter
  const isAsked = (outcome ?? reason) !== undefined
  const isOfAll = search === '' && reason === undefined && period === 'all'
  if (isOfAll && !isAsked)
    return (
      <EmptyState title="Every paid invoice will appear here">
        Mark an invoice as paid in Xero: a minute later it stands here, texted or not, with the reason.
      </EmptyState>
    )
  const isGood = isOfAll && outcome === 'skipped'
  return (
    <EmptyState
      title={isGood ? 'Nobody was left out' : 'No paid invoice matches'}
      action={
        <Button look="plain" onClick={onClear}>
          Show everything
        </Button>
      }
    >
      {isGood ? 'Each paid invoice led to a review request.' : 'Choose or search for something else.'}
    </EmptyState>
  )
}
