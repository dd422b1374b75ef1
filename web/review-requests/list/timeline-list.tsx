import {
  memo,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  type ComponentProps,
  type ReactNode,
} from 'react'
import type { ReviewRequest } from '../../../contracts/review-requests.ts'
import type { Day } from '../../lib/formats/days.ts'
import { dayInWords } from '../../lib/words.ts'
import { Button } from '../../ui/controls/button.tsx'
import { LoadError } from '../../ui/feedback/load-error.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import { RequestRow } from '../request-row.tsx'
import type { useRequests } from '../use-requests.ts'
import { groupByDay } from './timeline-items.ts'
import styles from './timeline-list.module.css'

/** More than half of a page: the next one is there before the end comes into view, also on a slow phone. */
const LOAD_AHEAD = '2000px'

/** The requests under their days, read on as she scrolls. What is far from the window is not rendered. */
export const TimelineList = ({
  list,
  today,
}: {
  list: ReturnType<typeof useRequests>
  today: Day
}): ReactNode => {
  const { requests, timeZone, hasMore, isFetching, isLoadingMore, loadMoreError, loadMore } = list
  // A page comes in while she scrolls, and must not hold up a frame.
  const shown = useDeferredValue(requests)
  const items = useMemo(() => groupByDay(shown, timeZone, hasMore), [shown, timeZone, hasMore])
  const end = useRef<HTMLParagraphElement>(null)
  const loadAhead = useEffectEvent(() => void loadMore())
  // Reading on would break off whatever is being read anew.
  const goesOn = hasMore && !isFetching && loadMoreError === null && shown === requests
  useEffect(() => {
    if (!goesOn) return undefined
    const watcher = new IntersectionObserver(
      // The last of what was seen holds. On paper the end is always near, and reading on would never end.
      (seen) => seen.at(-1)?.isIntersecting && !window.matchMedia('print').matches && loadAhead(),
      { rootMargin: `0px 0px ${LOAD_AHEAD} 0px` },
    )
    watcher.observe(end.current!)
    return () => watcher.disconnect()
  }, [goesOn])

  return (
    <div>
      <ul className={styles.list}>
        {items.map((item) =>
          item.kind === 'day' ? (
            <Heading key={item.day} day={item.day} today={today} counts={item.isWhole && item.counts} />
          ) : (
            <Card
              key={item.request._id}
              request={item.request}
              timeZone={timeZone}
              isFirst={item.isFirst}
              isLast={item.isLast}
            />
          ),
        )}
      </ul>
      <p ref={end} className={styles.more} role="status">
        {isLoadingMore && <VisuallyHidden>Loading more</VisuallyHidden>}
      </p>
      {loadMoreError !== null && (
        <LoadError what="The rest could not be loaded." error={loadMoreError} retry={loadMore} />
      )}
      {hasMore && (
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

const Heading = ({ day, today, counts }: { day: Day; today: Day; counts: string | false }): ReactNode => (
  <Item name={day} className={styles.heading}>
    <h2 className={styles.day}>
      {dayInWords(day, today)} {counts && <span>{counts}</span>}
    </h2>
  </Item>
)

type CardProps = { request: ReviewRequest; timeZone: string; isFirst: boolean; isLast: boolean }

/** Rendered again only when its own text changed, however many were read. */
const Card = memo(({ request, timeZone, isFirst, isLast }: CardProps): ReactNode => (
  <Item name={request._id}>
    <div className={`${styles.card} ${isFirst ? styles.first : ''} ${isLast ? styles.last : ''}`}>
      <RequestRow request={request} timeZone={timeZone} />
    </div>
  </Item>
))

/** How high each was when it was last shown, in pixels: else Back would find another place in a long list. */
const heights = new Map<string, number>()

const Item = ({ name, ...item }: { name: string } & ComponentProps<'li'>): ReactNode => {
  const shown = useRef<HTMLLIElement>(null)
  useLayoutEffect(() => {
    const element = shown.current!
    return () => void heights.set(name, element.getBoundingClientRect().height)
  }, [name])
  const height = heights.get(name)
  return (
    <li ref={shown} style={height ? { containIntrinsicHeight: `auto ${height}px` } : undefined} {...item} />
  )
}
