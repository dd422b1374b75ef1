import { useQuery } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import { asks } from '../lib/asks.ts'
import { dayOf, monthOf } from '../lib/formats/days.ts'
import { useNow } from '../lib/use-now.ts'
import { useTimeZone } from '../lib/use-time-zone.ts'
import { monthInWords } from '../lib/words.ts'
import { ButtonLink } from '../ui/controls/button.tsx'
import { monthsToState } from './statement-months.ts'
import styles from './statements.module.css'

/** A month of funds as a CSV file, for the bookkeeping. */
export const Statements = (): ReactNode => {
  const id = useId()
  const now = useNow()
  const timeZone = useTimeZone()
  const latest = monthOf(dayOf(now, timeZone))
  const { data } = useQuery(asks('GET /api/funds/balance'))
  const [chosen, setChosen] = useState<string | null>(null)
  const month = chosen ?? latest
  return (
    <div className={styles.statements}>
      <label htmlFor={id}>Statement of</label>
      <select id={id} value={month} onChange={(event) => setChosen(event.target.value)}>
        {monthsToState(latest, data?.firstMonth).map((one) => (
          <option key={one} value={one}>
            {monthInWords(one)}
          </option>
        ))}
      </select>
      <ButtonLink
        look="plain"
        href={`/api/funds/statement?month=${month}`}
        download={`goodword-${month}.csv`}
      >
        Download CSV
      </ButtonLink>
    </div>
  )
}
