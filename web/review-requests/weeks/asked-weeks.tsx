import { useQuery } from '@tanstack/react-query'
import type { CSSProperties, ReactNode } from 'react'
import type { AskedWeeks as Answer } from '../../../contracts/review-requests.ts'
import { asks } from '../../lib/asks.ts'
import { inNumber } from '../../lib/words.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LoadError } from '../../ui/feedback/load-error.tsx'
import { LoadingRows } from '../../ui/feedback/loading.tsx'
import styles from './asked-weeks.module.css'
import { inTotal, sinceFirst, totalInWords, weekInWords } from './week-words.ts'

/** Asked, delivered, opened: the texts of each of the last weeks. */
export const AskedWeeks = (): ReactNode => {
  const { data, error, refetch } = useQuery(asks('GET /api/review-requests/weeks'))
  return (
    <section className={styles.weeks} aria-labelledby="asked-weeks">
      <h2 id="asked-weeks">Your texts, week by week</h2>
      {data ? (
        inTotal(data.weeks).asked === 0 ? (
          <EmptyState title="No texts in the last 12 weeks">
            Once customers are asked, you see here how many texts arrived, and how many customers opened your
            review link.
          </EmptyState>
        ) : (
          <Weeks weeks={data.weeks} />
        )
      ) : error ? (
        <LoadError what="Your weeks could not be loaded." error={error} retry={refetch} />
      ) : (
        <LoadingRows count={6} label="Loading your weeks" />
      )}
    </section>
  )
}

const STEPS = [
  ['asked', 'Asked'],
  ['delivered', 'Delivered'],
  ['opened', 'Opened'],
] as const

const Weeks = ({ weeks }: { weeks: Answer['weeks'] }): ReactNode => {
  const most = Math.max(...weeks.map(({ asked, opened }) => Math.max(asked, opened)))
  return (
    <>
      <p className={styles.total}>{totalInWords(weeks)}</p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Week</th>
            {STEPS.map(([step, words]) => (
              <th key={step} scope="col">
                {words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sinceFirst(weeks).map((week, index) => (
            <tr key={week.from} className={week.asked === 0 ? styles.none : undefined}>
              <th scope="row">
                {weekInWords(week)}
                {index === 0 && <small> so far</small>}
              </th>
              {STEPS.map(([step]) => (
                <td key={step}>
                  <span className={styles.count}>{inNumber(week[step])}</span>
                  <span
                    className={styles.bar}
                    aria-hidden="true"
                    style={{ '--share': week[step] / most } as CSSProperties}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.note}>
        Delivered is what the phone network reports, and not every network does. Opened means that somebody
        followed the link of a text of that week, then or later. Whether a review came of it, only Google
        knows.
      </p>
    </>
  )
}
