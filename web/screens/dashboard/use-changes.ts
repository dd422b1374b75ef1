import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ChangesResponse } from '../../../contracts/changes.ts'
import { asks } from '../../lib/asks.ts'

/** What to ask for again when a mark has changed. */
const STANDS_FOR: Record<Exclude<keyof ChangesResponse, 'askAgainSeconds'>, string[][]> = {
  reviewRequests: [['review-requests']],
  activity: [['activity'], ['review-requests', 'summary']],
  funds: [['funds'], ['review-requests', 'summary'], ['auto-top-up'], ['top-ups']],
  connections: [['xero'], ['google'], ['reviews', 'status']],
  // Texts that wait say whether they will go.
  settings: [['sms'], ['review-requests'], ['activity'], ['experiments']],
}

/** Keeps the tabs up to date while the page is visible: polls the marks, and refetches what has changed. */
export const useChanges = (): void => {
  const queries = useQueryClient()
  const { data } = useQuery({
    ...asks('GET /api/changes'),
    refetchInterval: ({ state }) => (state.data?.askAgainSeconds ?? 10) * 1000,
    refetchOnWindowFocus: 'always',
    // Offline, polling pauses; it resumes with the network.
    networkMode: 'online',
  })
  const last = useRef(data)
  useEffect(() => {
    const before = last.current
    last.current = data
    if (!before || !data) return
    for (const [mark, keys] of Object.entries(STANDS_FOR)) {
      if (before[mark as keyof ChangesResponse] === data[mark as keyof ChangesResponse]) continue
      for (const queryKey of keys) void queries.invalidateQueries({ queryKey })
    }
  }, [data, queries])
}
