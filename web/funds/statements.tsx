import { useId, useState, type ReactNode } from 'react'
import { addMonths, dayOf, monthOf } from '../lib/days.ts'
import { useNow } from '../lib/use-now.ts'
import { useTimeZone } from '../lib/use-time-zone.ts'
import { monthInWords } from '../lib/words.ts'
import { ButtonLink } from '../ui/button.tsx'
import styles from './statements.module.css'

const MONTHS = 12

/** A month of funds as a file, for whoever keeps the books. */
export const Statements = (): ReactNode => {
  const id = useId()
  const now = useNow()
  const timeZone = useTimeZone() ?? 'UTC'
  const latest = monthOf(dayOf(now, timeZone))
  const [chosen, setChosen] = useState<string | null>(null)
  const month = chosen ?? latest
  return (
    <div className={styles.statements}>
      <label htmlFor={id}>Statement of</label>
      <select id={id} value={month} onChange={(event) => setChosen(event.target.value)}>
        {Array.from({ length: MONTHS }, (_, back) => addMonths(latest, -back)).map((one) => (
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
