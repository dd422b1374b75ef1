import { useQuery } from '@tanstack/react-query'
import { asks } from '../lib/asks.ts'
import type { Day } from '../lib/formats/days.ts'
import { daysOf, type Period } from './outcomes.ts'

/** The days of a period; undefined until the server has returned the business's own date. */
export const usePeriodDays = (period: Period): { from: Day; to: Day } | undefined => {
  const { data } = useQuery(asks('GET /api/review-requests/summary'))
  return data && daysOf(period, data.today)
}
