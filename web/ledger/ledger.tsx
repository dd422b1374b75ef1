import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Movement } from '../../contracts/ledger.ts'
import { call } from '../lib/api.ts'
import { useTimeZone } from '../lib/use-time-zone.ts'
import { inMoney, momentInWords } from '../lib/words.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { LoadError } from '../ui/feedback/load-error.tsx'
import { LoadingRows } from '../ui/feedback/loading.tsx'
import { ShowMore } from '../ui/feedback/show-more.tsx'
import styles from './ledger.module.css'

/** What came in and what was spent, newest first: a text is one row. */
export const Ledger = (): ReactNode => {
  const ledger = useInfiniteQuery({
    queryKey: ['funds', 'ledger'],
    queryFn: ({ pageParam, signal }) => call('GET /api/funds/ledger', { query: pageParam, signal }),
    initialPageParam: {} as { cursor?: string },
    getNextPageParam: ({ nextCursor }) => (nextCursor === null ? undefined : { cursor: nextCursor }),
  })
  const movements = ledger.data?.pages.flatMap((page) => page.movements) ?? []
  const timeZone = useTimeZone()
  if (ledger.isPending) return <LoadingRows count={4} label="Loading your movements" />
  if (ledger.isError && !ledger.data) {
    return (
      <LoadError what="Your movements could not be loaded." error={ledger.error} retry={ledger.refetch} />
    )
  }
  const isAnyUndelivered = movements.some(({ text }) => text === 'not_delivered')
  if (movements.length === 0) {
    return <EmptyState title="No movements yet">Funds you add and texts you pay for appear here.</EmptyState>
  }
  return (
    <>
      {isAnyUndelivered && (
        <p className={styles.note}>
          The phone network charges for each text that it takes, even if it cannot deliver it.
        </p>
      )}
      <div className={styles.frame}>
        <table className={styles.ledger}>
          <caption>Movements, newest first</caption>
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">Amount</th>
              <th scope="col">Balance</th>
            </tr>
          </thead>
          <tbody>
            {movements.map((movement) => (
              <Row key={movement.id} movement={movement} timeZone={timeZone} />
            ))}
          </tbody>
        </table>
      </div>
      <ShowMore pages={ledger} className={styles.more} />
    </>
  )
}

// An invoice number must not wrap at its hyphen.
const HYPHENATED = /(\S*-\S*)/

const Row = ({ movement, timeZone }: { movement: Movement; timeZone: string | undefined }): ReactNode => (
  <tr>
    <td>
      <span dir="auto">
        {movement.what.split(HYPHENATED).map((part, at) =>
          at % 2 === 0 ? (
            part
          ) : (
            <span key={at} className={styles.whole}>
              {part}
            </span>
          ),
        )}
      </span>
      <small>
        {momentInWords(movement.at, timeZone)}
        {movement.text !== null && TEXTS[movement.text] && <> · {TEXTS[movement.text]}</>}
      </small>
    </td>
    <td className={movement.amount > 0 ? styles.in : undefined}>{signed(movement)}</td>
    <td>{inMoney(movement.balance)}</td>
  </tr>
)

const TEXTS: Record<NonNullable<Movement['text']>, string | null> = {
  on_its_way: 'on its way',
  paid: null,
  not_delivered: 'charged, not delivered',
  given_back: 'did not go out, given back',
}

const signed = ({ amount }: Movement): string => {
  if (amount === 0) return '–'
  return amount > 0 ? `+${inMoney(amount)}` : inMoney(amount)
}
