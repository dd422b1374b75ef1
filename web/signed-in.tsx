import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useState, type ReactNode } from 'react'
import { Outlet } from 'react-router'
import { createQueries } from './lib/create-queries.ts'
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
