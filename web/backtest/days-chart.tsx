import type { CSSProperties, ReactNode } from 'react'
import type { Backtest } from '../../contracts/backtest.ts'
import { counted, dateInWords, dayInWords, inNumber } from '../lib/words.ts'
import { VisuallyHidden } from '../ui/layout/visually-hidden.tsx'
import { busiestInWords } from './busiest-words.ts'
import styles from './backtest.module.css'

/** A bar for each day, as high as the texts that would have gone on it; read out as a list. */
export const DaysChart = ({ days, until }: { days: Backtest['days']; until: string }): ReactNode => {
  const most = Math.max(1, ...days.map(({ count }) => count))
  const busiest = busiestInWords(days, { inNumber, dayInWords: (day) => dateInWords(day, until) })
  return (
    <figure className={styles.chart}>
      <figcaption>
        <h3>Texts by day</h3>
        {busiest && <p>{busiest}</p>}
      </figcaption>
      <ol style={{ gridTemplateColumns: `repeat(${days.length}, minmax(0, 1fr))` }}>
        {days.map(({ day, count }) => (
          <li key={day} aria-hidden={count === 0 || undefined} data-none={count === 0 || undefined}>
            {count > 0 && (
              <VisuallyHidden>{`${dayInWords(day, until)}: ${counted(count, 'text')}`}</VisuallyHidden>
            )}
            <b aria-hidden="true">{count > 0 ? inNumber(count) : ''}</b>
            <span aria-hidden="true" style={{ '--share': count / most } as CSSProperties} />
          </li>
        ))}
      </ol>
      <p className={styles.ends} aria-hidden="true">
        <span>{dateInWords(days[0]!.day, until)}</span>
        <span>{dayInWords(days.at(-1)!.day, until)}</span>
      </p>
    </figure>
  )
}
