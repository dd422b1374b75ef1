import type { ReactNode } from 'react'
import type { ActivityOutcome } from '../../contracts/activity.ts'
import styles from './activity-filters.module.css'
import { OUTCOMES, PERIODS, type Period } from './outcomes.ts'

/** Which days, and which outcome. */
export const ActivityFilters = ({
  period,
  onPeriod,
  outcome,
  onOutcome,
}: {
  period: Period
  onPeriod: (period: Period) => void
  outcome: ActivityOutcome | undefined
  onOutcome: (outcome: ActivityOutcome | undefined) => void
}): ReactNode => (
  <div className={styles.filters}>
    <div role="group" aria-label="Outcome" className={styles.outcomes}>
      <Choice isOn={outcome === undefined} onClick={() => onOutcome(undefined)}>
        All
      </Choice>
      {Object.entries(OUTCOMES).map(([value, { words }]) => (
        <Choice key={value} isOn={outcome === value} onClick={() => onOutcome(value as ActivityOutcome)}>
          {words}
        </Choice>
      ))}
    </div>
    <label className={styles.period}>
      <span>Paid</span>
      <select value={period} onChange={(event) => onPeriod(event.target.value as Period)}>
        {PERIODS.map(({ value, words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  </div>
)

const Choice = ({
  isOn,
  onClick,
  children,
}: {
  isOn: boolean
  onClick: () => void
  children: ReactNode
}): ReactNode => (
  <button type="button" aria-pressed={isOn} onClick={onClick}>
    {children}
  </button>
)
