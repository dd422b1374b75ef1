import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Backtest, BacktestLine, BacktestRequest } from '../../contracts/backtest.ts'
import { callLines } from '../lib/api.ts'
import { Unreachable } from '../lib/problems.ts'

export type Reading = { read: number; of: number }

/** Plays the last 30 days, and says how far it is meanwhile. `at` tells one try from the next. */
export const useBacktest = (asked: BacktestRequest | null, at = 0) => {
  const [reading, setReading] = useState<Reading | null>(null)
  const query = useQuery({
    queryKey: ['backtest', asked, at],
    queryFn: async ({ signal }): Promise<Backtest> => {
      setReading(null)
      for await (const line of callLines<BacktestLine>('/api/backtest', { body: asked ?? {}, signal })) {
        if ('backtest' in line) return line.backtest
        setReading(line)
      }
      throw new Unreachable('The answer ended before its end.')
    },
    enabled: asked !== null,
    // Each reads the books in Xero anew: only when it is asked for.
    staleTime: Infinity,
    // What was read before the page was left may be of rules that were changed since.
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  })
  return { ...query, reading }
}
