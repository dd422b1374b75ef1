import { useId, type ReactNode } from 'react'
import { SettingRow } from '../setting-row.tsx'
import styles from '../settings-form.module.css'

/** In the currency of the books; empty: any amount. */
export const SmallestAmount = ({
  typed,
  currency,
  problem,
  onType,
}: {
  typed: string
  currency: string
  problem: string | null
  onType: (typed: string) => void
}): ReactNode => {
  const id = useId()
  return (
    <SettingRow
      name="Smallest amount"
      hint={`An invoice below it, tax included, is not asked about. One that is not in ${currency} is asked about whatever its amount.`}
    >
      <label className={styles.amount}>
        <span>{currency}</span>
        <input
          type="text"
          inputMode="decimal"
          aria-label={`Smallest amount in ${currency}`}
          placeholder="Any amount"
          value={typed}
          aria-invalid={problem !== null || undefined}
          aria-describedby={`${id}-problem`}
          onChange={(event) => onType(event.target.value)}
        />
      </label>
      <p id={`${id}-problem`} className={styles.problem} role="alert">
        {problem}
      </p>
    </SettingRow>
  )
}
