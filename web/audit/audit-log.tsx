import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { AuditEntry, AuditPage } from '../../contracts/audit.ts'
import { momentInWords } from '../lib/words.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { LoadError } from '../ui/feedback/load-error.tsx'
import { LoadingRows } from '../ui/feedback/loading.tsx'
import { ShowMore } from '../ui/feedback/show-more.tsx'
import { actInWords, detailsInWords } from './act-words.ts'
import styles from './audit-log.module.css'

type Read = (query: { cursor?: string }, signal: AbortSignal) => Promise<AuditPage>

/** Who did what, when and why, the newest first. */
export const AuditLog = ({
  queryKey,
  read,
  empty,
  toBusiness,
  timeZone,
}: {
  queryKey: string[]
  read: Read
  empty: string
  /** Where a business is shown, where lines of several stand together. */
  toBusiness?: (businessId: string) => string
  timeZone?: string | undefined
}): ReactNode => {
  const log = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: {} as { cursor?: string },
    getNextPageParam: ({ nextCursor }) => (nextCursor === null ? undefined : { cursor: nextCursor }),
  })
  if (log.isPending) return <LoadingRows count={3} label="Loading the log" />
  if (log.isError && !log.data)
    return <LoadError what="The log could not be loaded." error={log.error} retry={log.refetch} />
  const entries = log.data.pages.flatMap((page) => page.entries)
  if (entries.length === 0) return <EmptyState title="No entries">{empty}</EmptyState>
  return (
    <>
      <ol className={styles.log}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} toBusiness={toBusiness} timeZone={timeZone} />
        ))}
      </ol>
      <ShowMore pages={log} className={styles.more} />
    </>
  )
}

const Entry = ({
  entry,
  toBusiness,
  timeZone,
}: {
  entry: AuditEntry
  toBusiness: ((businessId: string) => string) | undefined
  timeZone: string | undefined
}): ReactNode => {
  const details = detailsInWords(entry)
  return (
    <li>
      <time dateTime={entry.at}>{momentInWords(entry.at, timeZone)}</time>
      <div>
        <p>
          <b>{entry.actorKind === 'owner' ? 'The owner' : entry.actor}</b> {actInWords(entry)}
          {details && ` (${details})`}
          {toBusiness && entry.businessId && (
            <>
              {': '}
              <Link to={toBusiness(entry.businessId)}>{entry.businessName ?? 'a business that is gone'}</Link>
            </>
          )}
        </p>
        {entry.reason !== null && <p className={styles.reason}>“{entry.reason}”</p>}
      </div>
    </li>
  )
}
