import { QueryCache, QueryClient } from '@tanstack/react-query'
import { isTransient } from './problems.ts'

/** What a part of the product asks the server, and keeps. `onRefused` learns of each question that failed. */
export const createQueries = (onRefused?: (error: unknown) => void): QueryClient =>
  new QueryClient({
    ...(onRefused && { queryCache: new QueryCache({ onError: onRefused }) }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        networkMode: 'always',
        // Else what failed without a network would wait for a press of its button.
        refetchOnReconnect: true,
        retry: (failures, error) => failures < 2 && isTransient(error),
      },
      mutations: { networkMode: 'always' },
    },
  })
