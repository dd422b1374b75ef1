import { useQuery } from '@tanstack/react-query'
import { asks } from '../lib/asks.ts'
import { daysOf, type Period } from './outcomes.ts'

/** The days of a period; undefined until the server has returned the business's own date. */
export const usePeriodDays = (period: Period) => {
  const { data, error, refetch } = useQuery(asks('GET /api/review-requests/summary'))
  return { days: data && daysOf(period, data.today), error: data ? null : error, refetch }
}
