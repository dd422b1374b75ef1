import type { ReactNode } from 'react'
import { addMonths, monthOf } from '../../lib/formats/days.ts'
import { monthInWords } from '../../lib/words.ts'
import { Button } from '../../ui/controls/button.tsx'
import styles from './calendar-view.module.css'
import { useMonth } from './use-month.ts'

export const MonthName = (): ReactNode => {
  const { month } = useMonth()
  return (
    <h2 className={styles.month} aria-live="polite">
      {month ? monthInWords(month) : '\u00a0'}
    </h2>
  )
}

/** A month back, a month on, and to the one it is now. */
export const MonthSteps = (): ReactNode => {
  const { month, today, goTo } = useMonth()
  return (
    <div className={styles.steps}>
      {month && today && (
        <>
          {/* Pressed it keeps the focus, which a disabled one would lose. */}
          <Button
            look="ghost"
            aria-disabled={month === monthOf(today) || undefined}
            onClick={() => goTo(monthOf(today))}
          >
            Today
          </Button>
          <Step
            label="Previous month"
            path="M9.5 3.5 5 8l4.5 4.5"
            onClick={() => goTo(addMonths(month, -1))}
          />
          <Step label="Next month" path="M6.5 3.5 11 8l-4.5 4.5" onClick={() => goTo(addMonths(month, 1))} />
        </>
      )}
    </div>
  )
}

const Step = ({ label, path, onClick }: { label: string; path: string; onClick: () => void }): ReactNode => (
  <Button look="ghost" aria-label={label} onClick={onClick} className={styles.step}>
    <svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
      <path d={path} fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
    </svg>
  </Button>
)
