import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { TopUp, TopUpState } from '../../contracts/payments.ts'
import { call } from '../lib/api.ts'
import { asks } from '../lib/asks.ts'
import { useTimeZone } from '../lib/use-time-zone.ts'
import { inMoney, momentInWords } from '../lib/words.ts'
import { Badge, type BadgeTone } from '../ui/feedback/badge.tsx'
import { LoadError } from '../ui/feedback/load-error.tsx'
import { ShowMore } from '../ui/feedback/show-more.tsx'
import styles from './receipts.module.css'

/** What was paid by card, each with its tax invoice or receipt, and Stripe's. */
export const Receipts = (): ReactNode => {
  const { data, error, refetch } = useQuery(asks('GET /api/top-ups'))
  const older = useOlder(data?.nextCursor)
  const timeZone = useTimeZone()
  if (error && !data)
    return <LoadError what="Your payments could not be loaded." error={error} retry={refetch} />
  if (!data || data.topUps.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="payments">
      <h2 id="payments">Payments</h2>
      <ul className={styles.receipts} aria-label="Payments">
        {[...data.topUps, ...older.topUps].map((topUp) => (
          <Receipt key={topUp.id} topUp={topUp} timeZone={timeZone} />
        ))}
      </ul>
      <ShowMore pages={older.pages} className={styles.more} />
    </section>
  )
}

/** The pages behind the first, which the whole screen shares and asks for again: fetched once they are asked for. */
const useOlder = (first: string | null | undefined) => {
  const pages = useInfiniteQuery({
    queryKey: ['top-ups', 'older', first],
    queryFn: ({ pageParam, signal }) => call('GET /api/top-ups', { query: pageParam, signal }),
    initialPageParam: first ? { cursor: first } : {},
    getNextPageParam: ({ nextCursor }) => (nextCursor === null ? undefined : { cursor: nextCursor }),
    enabled: false,
  })
  const hasNextPage = pages.data ? pages.hasNextPage : Boolean(first)
  return {
    topUps: pages.data?.pages.flatMap(({ topUps }) => topUps) ?? [],
    pages: {
      hasNextPage,
      isFetchingNextPage: pages.isFetching,
      isFetchNextPageError: pages.isError,
      error: pages.error,
      fetchNextPage: pages.fetchNextPage,
    },
  }
}

const STATES: Record<TopUpState, { words: string; tone: BadgeTone }> = {
  open: { words: 'Not finished', tone: 'plain' },
  processing: { words: 'On its way', tone: 'wait' },
  paid: { words: 'Paid', tone: 'ok' },
  failed: { words: 'Failed', tone: 'bad' },
  expired: { words: 'Expired', tone: 'plain' },
}

const Receipt = ({ topUp, timeZone }: { topUp: TopUp; timeZone: string | undefined }): ReactNode => {
  const { words, tone } = STATES[topUp.state]
  return (
    <li>
      <div>
        <b>{inMoney(topUp.amount)}</b> by card{topUp.isAutomatic && ', automatically'}
        <small>{momentInWords(topUp.paidAt ?? topUp.createdAt, timeZone)}</small>
      </div>
      {(topUp.receipt || topUp.receiptUrl) && (
        <p className={styles.links}>
          {topUp.receipt && (
            <a href={`/api/top-ups/${topUp.id}/receipt`} download>
              {topUp.receipt === 'tax_invoice' ? 'Tax invoice' : 'Receipt'}
            </a>
          )}
          {topUp.receiptUrl && (
            <a href={topUp.receiptUrl} target="_blank" rel="noreferrer">
              Stripe’s receipt
            </a>
          )}
        </p>
      )}
      <Badge tone={tone}>{words}</Badge>
    </li>
  )
}
