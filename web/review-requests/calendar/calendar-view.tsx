import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { asks } from '../../lib/asks.ts'
import { monthOf, type Day } from '../../lib/formats/days.ts'
import { LoadError } from '../../ui/feedback/load-error.tsx'
import { CalendarGrid } from './calendar-grid.tsx'
import styles from './calendar-view.module.css'
import { DayDialog } from './day-dialog.tsx'
import { useMonth } from './use-month.ts'
import { useOpenDay } from './use-open-day.ts'

/** A month of days, with a dot on each that had requests. The month and the open day are part of the address. */
export const CalendarView = (): ReactNode => {
  const { month, today, goTo, ...summary } = useMonth()
  const calendar = useQuery({
    ...asks('GET /api/review-requests/calendar', { query: { month: month ?? '' } }),
    enabled: month !== undefined,
    placeholderData: (before) => before,
  })
  const { shownDay, isOpen, open, close } = useOpenDay()
  const error = summary.error ?? (calendar.data ? null : calendar.error)
  if (error !== null) {
    return (
      <LoadError
        what="The calendar could not be loaded."
        error={error}
        retry={summary.error ? summary.refetch : calendar.refetch}
      />
    )
  }
  const isOfMonth = calendar.data?.month === month
  const counts = new Map(isOfMonth ? calendar.data?.days.map(({ date, count }) => [date, count]) : [])
  return (
    <>
      <CalendarGrid
        month={month ?? '2026-01'}
        today={today ?? ''}
        counts={counts}
        isLoading={month === undefined || !isOfMonth}
        onMonth={goTo}
        onOpen={open}
      />
      <p className={styles.note}>
        {isOfMonth && month && sumOf(counts, month) === 0
          ? 'No requests in this month.'
          : 'A green dot marks a day with requests. Choose it to see them.'}
      </p>
      {shownDay && (
        <DayDialog
          day={shownDay}
          today={today ?? shownDay}
          count={counts.get(shownDay) ?? 1}
          isOpen={isOpen}
          onClose={close}
        />
      )}
    </>
  )
}

const sumOf = (counts: Map<Day, number>, month: string): number =>
  [...counts].reduce((sum, [day, count]) => (monthOf(day) === month ? sum + count : sum), 0)
