import { useQuery } from '@tanstack/react-query'
import { asks } from './asks.ts'

/** The business's time zone; until it is known, the reader's own. */
export const useTimeZone = (): string | undefined =>
  useQuery(asks('GET /api/review-requests/summary')).data?.timeZone
