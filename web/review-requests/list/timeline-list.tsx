import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useEffectEvent, useMemo, useRef, type ReactNode } from 'react'
import type { ReviewRequest } from '../../../contracts/review-requests.ts'
import type { Day } from '../../lib/formats/days.ts'
import { dayInWords } from '../../lib/words.ts'
import { Button } from '../../ui/controls/button.tsx'
import { LoadError } from '../../ui/feedback/load-error.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import { RequestRow } from '../request-row.tsx'
import type { useRequests } from '../use-requests.ts'
import { groupByDay, type TimelineItem } from './timeline-items.ts'
import styles from './timeline-list.module.css'
import { useIsPrinting } from './use-is-printing.ts'
import { useOffsetTop } from './use-offset-top.ts'

const HEIGHTS = { day: 50, request: 73 }
const LOAD_AHEAD_ROWS = 15

/** The requests under their days. Only what is near the window is in the page, however many there are. */
export const TimelineList = ({
  list,
  today,
}: {
  list: ReturnType<typeof useRequests>
  today: Day
}): ReactNode => {
  const { requests, timeZone, hasMore, isLoadingMore, loadMoreError, loadMore } = list
  const items = useMemo(() => groupByDay(requests, timeZone, hasMore), [requests, timeZone, hasMore])
  const place = useRef<HTMLDivElement>(null)
  const isPrinting = useIsPrinting()
  // oxlint-disable-next-line react/incompatible-library -- its answers are for this render only
  const virtual = useWindowVirtualizer({
    count: items.length,
    estimateSize: (index) => HEIGHTS[items[index]?.kind ?? 'request'],
    getItemKey: (index) => keyOf(items[index]) ?? index,
    overscan: 12,
    scrollMargin: useOffsetTop(place),
  })
  const rows = isPrinting ? items.map((_, index) => ({ index, key: index })) : virtual.getVirtualItems()
  const first = isPrinting ? undefined : virtual.getVirtualItems()[0]
  const last = rows.at(-1)?.index ?? 0
  const loadAhead = useEffectEvent(() => {
    if (hasMore && !isLoadingMore && !loadMoreError) void loadMore()
  })
  useEffect(() => {
    // On paper the last row is always in view, and reading on would not end before the list does.
    if (!isPrinting && last >= items.length - LOAD_AHEAD_ROWS) loadAhead()
  }, [last, items.length, isPrinting])

  return (
    <div ref={place}>
      <div style={isPrinting ? undefined : { height: virtual.getTotalSize() }}>
        <ul
          className={styles.list}
          style={first && { transform: `translateY(${first.start - virtual.options.scrollMargin}px)` }}
        >
          {rows.map(({ index, key }) => (
            <li key={key} data-index={index} ref={isPrinting ? undefined : virtual.measureElement}>
              <Item item={items[index]} timeZone={timeZone} today={today} />
            </li>
          ))}
        </ul>
      </div>
      <p className={styles.more} role="status">
        {isLoadingMore && <VisuallyHidden>Loading more</VisuallyHidden>}
      </p>
      {loadMoreError !== null && (
        <LoadError what="The rest could not be loaded." error={loadMoreError} retry={loadMore} />
      )}
      {isPrinting && hasMore && (
        <p className={styles.continues}>
          The list goes on. To have more of it on paper, scroll down before you print.
        </p>
      )}
      {hasMore && !loadMoreError && (
        <Button look="ghost" className={styles.button} busy={isLoadingMore} onClick={() => void loadMore()}>
          Show more
        </Button>
      )}
    </div>
  )
}

const keyOf = (item: TimelineItem<ReviewRequest> | undefined): string | undefined =>
  item && (item.kind === 'day' ? item.day : item.request._id)

type ItemProps = { item: TimelineItem<ReviewRequest> | undefined; timeZone: string; today: Day }

/** Rendered once: the list itself renders with each turn of the wheel. */
const Item = memo(({ item, timeZone, today }: ItemProps): ReactNode => {
  if (!item) return null
  if (item.kind === 'day') {
    return (
      <h2 className={styles.day}>
        {dayInWords(item.day, today)} {item.isWhole && <span>{item.counts}</span>}
      </h2>
    )
  }
  return (
    <div className={`${styles.card} ${item.isFirst ? styles.first : ''} ${item.isLast ? styles.last : ''}`}>
      <RequestRow request={item.request} timeZone={timeZone} />
    </div>
  )
})
