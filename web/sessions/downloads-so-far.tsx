import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { asks } from '../lib/asks.ts'
import { momentInWords } from '../lib/words.ts'
import { LoadError } from '../ui/feedback/load-error.tsx'
import styles from './downloads-so-far.module.css'

/** Who has taken data of the business along, and when. */
export const DownloadsSoFar = (): ReactNode => {
  const { data, error, refetch } = useQuery(asks('GET /api/exports'))
  if (error && !data)
    return <LoadError what="The downloads so far could not be loaded." error={error} retry={refetch} />
  if (!data) return null
  if (data.exports.length === 0) return <p className={styles.none}>Nobody has downloaded anything so far.</p>
  return (
    <details className={styles.downloads}>
      <summary>Downloads so far</summary>
      <ul aria-label="Downloads so far">
        {data.exports.map(({ at, what, who }, index) => (
          // Lines are only ever added, and two may be of one moment.
          <li key={data.exports.length - index}>
            <span>{what}</span>
            <span dir="auto">{who}</span>
            <time dateTime={at}>{momentInWords(at, data.timeZone)}</time>
          </li>
        ))}
      </ul>
    </details>
  )
}
