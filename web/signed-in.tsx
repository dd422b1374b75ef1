import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useState, type ReactNode } from 'react'
import { Outlet } from 'react-router'
import { isTransient } from './lib/problems.ts'
import { RequireSession } from './sessions/require-session.tsx'
import { LoadingPage } from './ui/layout/loading-page.tsx'

/** The part of the product behind the sign-in: what its pages share, and who may enter. */
export const SignedIn = (): ReactNode => {
  const [queries] = useState(createQueries)
  return (
    <QueryClientProvider client={queries}>
      <RequireSession loading={<LoadingPage />}>
        <Suspense fallback={<LoadingPage />}>
          <Outlet />
        </Suspense>
      </RequireSession>
    </QueryClientProvider>
  )
}

const createQueries = (): QueryClient =>
  new QueryClient({
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
