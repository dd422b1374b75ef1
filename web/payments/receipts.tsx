import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { TopUp, TopUpState } from '../../contracts/payments.ts'
import { call } from '../lib/api.ts'
import { useTimeZone } from '../lib/use-time-zone.ts'
import { inMoney, momentInWords } from '../lib/words.ts'
import { Badge, type BadgeTone } from '../ui/feedback/badge.tsx'
import { LoadError } from '../ui/feedback/load-error.tsx'
import { ShowMore } from '../ui/feedback/show-more.tsx'
import styles from './receipts.module.css'

/** What was paid, each with its tax invoice or receipt, and Stripe's. */
export const Receipts = (): ReactNode => {
  const list = useInfiniteQuery({
    queryKey: ['top-ups', 'receipts'],
    queryFn: ({ pageParam, signal }) => call('GET /api/top-ups', { query: pageParam, signal }),
    initialPageParam: {} as { cursor?: string },
    getNextPageParam: ({ nextCursor }) => (nextCursor === null ? undefined : { cursor: nextCursor }),
  })
  const topUps = list.data?.pages.flatMap((page) => page.topUps) ?? []
  const timeZone = useTimeZone()
  if (list.isError && !list.data)
    return <LoadError what="Your payments could not be loaded." error={list.error} retry={list.refetch} />
  if (topUps.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="payments">
      <h2 id="payments">Payments</h2>
      <ul className={styles.receipts} aria-label="Payments">
        {topUps.map((topUp) => (
          <Receipt key={topUp.id} topUp={topUp} timeZone={timeZone} />
        ))}
      </ul>
      <ShowMore pages={list} className={styles.more} />
    </section>
  )
}

const STATES: Record<TopUpState, { words: string; tone: BadgeTone }> = {
  open: { words: 'Not finished', tone: 'plain' },
  processing: { words: 'On its way', tone: 'wait' },
  paid: { words: 'Paid', tone: 'ok' },
  failed: { words: 'Failed', tone: 'bad' },
  expired: { words: 'Expired', tone: 'plain' },
}

/** Money that a refund or a dispute brought back to her card. */
const stateOf = ({ state, amount, returned }: TopUp): (typeof STATES)[TopUpState] => {
  if (!(returned > 0)) return STATES[state]
  return { words: returned < amount ? `${inMoney(returned)} returned` : 'Returned', tone: 'plain' }
}

const Receipt = ({ topUp, timeZone }: { topUp: TopUp; timeZone: string | undefined }): ReactNode => {
  const { words, tone } = stateOf(topUp)
  return (
    <li>
      <div>
        <b>{inMoney(topUp.amount)}</b>
        {topUp.isAutomatic && ' by card, automatically'}
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
