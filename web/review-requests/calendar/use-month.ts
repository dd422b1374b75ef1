import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { asks } from '../../lib/asks.ts'
import { monthOf, nearestMonth } from '../../lib/formats/days.ts'

/** The month of the address, or the business's own this month once that is known. */
export const useMonth = () => {
  const [params, setParams] = useSearchParams()
  const asked = /^\d{4}-(0[1-9]|1[0-2])$/.exec(params.get('month') ?? '')?.[0]
  const { data, error, refetch } = useQuery(asks('GET /api/review-requests/summary'))
  const today = data?.today
  return {
    today,
    month: asked ? nearestMonth(asked) : today && monthOf(today),
    goTo: (month: string): void =>
      setParams(
        (now) => {
          // Just after the calendar was chosen, the address may not say so yet.
          now.set('view', 'calendar')
          now.set('month', nearestMonth(month))
          return now
        },
        { replace: true },
      ),
    error: data ? null : error,
    refetch,
  }
}
