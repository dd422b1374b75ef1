import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Outlet } from 'react-router'
import { isPassing } from './lib/problems.ts'
import { SessionGate } from './sessions/require-session.tsx'
import { WaitingPage } from './ui/layout/loading-page.tsx'

/** The part of the product behind the sign-in: what its pages share, and who may enter. */
export const SignedIn = (): ReactNode => {
  const [queries] = useState(createQueries)
  return (
    <QueryClientProvider client={queries}>
      <SessionGate waiting={<WaitingPage />}>
        <Outlet />
      </SessionGate>
    </QueryClientProvider>
  )
}

const createQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        networkMode: 'always',
        retry: (failures, error) => failures < 2 && isPassing(error),
      },
      mutations: { networkMode: 'always' },
    },
  })
