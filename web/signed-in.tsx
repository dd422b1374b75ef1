import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useState, type ReactNode } from 'react'
import { Outlet } from 'react-router'
import { createChunk } from './lib/chunk.ts'
import { whoLooks } from './lib/session/looking.ts'
import { openQueries } from './sessions/first-answers.ts'
import { RequireSession } from './sessions/require-session.tsx'
import { LoadingPage } from './ui/layout/loading-page.tsx'

const lookingBanner = createChunk(async () => (await import('./support/looking-banner.tsx')).LookingBanner)

/** The part of the product behind the sign-in: what its pages share, and who may enter. */
export const SignedIn = (): ReactNode => {
  const [queries] = useState(openQueries)
  return (
    <QueryClientProvider client={queries}>
      <RequireSession loading={<LoadingPage />}>
        <Looking />
        <Suspense fallback={<LoadingPage />}>
          <Outlet />
        </Suspense>
      </RequireSession>
    </QueryClientProvider>
  )
}

/** Fetched only for an operator who looks at these screens. */
const Looking = (): ReactNode =>
  whoLooks() && (
    <Suspense>
      <lookingBanner.Component />
    </Suspense>
  )
