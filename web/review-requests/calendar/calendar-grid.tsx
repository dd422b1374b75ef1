import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { monthOf, type Day } from '../../lib/formats/days.ts'
import { languages } from '../../lib/formats/locale.ts'
import { counted, dateInWords, weekdayNames } from '../../lib/words.ts'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import { dayAfterKey, sixWeeks } from './calendar-days.ts'
import styles from './calendar-grid.module.css'
import { weekStart } from './week-start.ts'

/** Six weeks as a grid: arrows, Home, End and Page keys move between days, Enter opens one. */
export const CalendarGrid = ({
  month,
  today,
  counts,
  isLoading,
  onMonth,
  onOpen,
}: {
  month: string
  today: Day
  counts: Map<Day, number>
  isLoading: boolean
  onMonth: (month: string) => void
  onOpen: (day: Day) => void
}): ReactNode => {
  const firstWeekday = weekStart(languages[0]!)
  const weeks = sixWeeks(month, firstWeekday)
  const grid = useRef<HTMLTableElement>(null)
  const [picked, setPicked] = useState<Day | null>(null)
  const inReach = picked && weeks.flat().includes(picked) ? picked : null
  const focusable = inReach ?? (monthOf(today) === month ? today : `${month}-01`)

  // The focus follows once the month that it leads to is there.
  const follows = useRef(false)
  useEffect(() => {
    if (!follows.current || !picked || monthOf(picked) !== month) return
    follows.current = false
    grid.current?.querySelector<HTMLElement>(`[data-day="${picked}"]`)?.focus()
  }, [picked, month])

  const press = (event: KeyboardEvent, day: Day): void => {
    const next = dayAfterKey(day, event.key, event.shiftKey, firstWeekday)
    if (next === undefined) return
    event.preventDefault()
    setPicked(next)
    if (monthOf(next) !== month) onMonth(monthOf(next))
    follows.current = true
  }

  return (
    <table
      ref={grid}
      className={styles.grid}
      // A table that is walked through day by day: the grid pattern of ARIA.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
      role="grid"
      aria-label="Requests by day"
      aria-busy={isLoading || undefined}
    >
      <thead>
        <tr>
          {weeks[0]?.map((_, index) => {
            const { short, long } = weekdayNames((firstWeekday + index) % 7)
            return (
              <th key={long} scope="col" abbr={long}>
                {short}
              </th>
            )
          })}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td key={day} className={monthOf(day) === month ? undefined : styles.outside}>
                <button
                  type="button"
                  data-day={day}
                  tabIndex={day === focusable ? 0 : -1}
                  className={day === today ? styles.today : undefined}
                  aria-current={day === today ? 'date' : undefined}
                  onKeyDown={(event) => press(event, day)}
                  onFocus={() => setPicked(day)}
                  onClick={() => onOpen(day)}
                >
                  <VisuallyHidden>
                    {`${dateInWords(day, today || day)}, ${wordsFor(counts.get(day))}`}
                  </VisuallyHidden>
                  <span aria-hidden="true">{Number(day.slice(8))}</span>
                  {(counts.get(day) ?? 0) > 0 && (
                    <span className={styles.dot} aria-hidden="true">
                      <span>{counts.get(day)}</span>
                    </span>
                  )}
                </button>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const wordsFor = (count = 0): string => (count === 0 ? 'no requests' : counted(count, 'request'))
