import { createElement, Suspense, type ReactNode } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { isAt } from './lib/address-rules.ts'
import { createChunk, type Chunk } from './lib/chunk.ts'

const register = createChunk(async () => (await import('./sessions/register-page.tsx')).RegisterPage)
const payment = createChunk(async () => (await import('./screens/payment-screen.tsx')).PaymentScreen)
const signedIn = createChunk(async () => (await import('./signed-in.tsx')).SignedIn)

/** Every address of the product that a person opens, each page in a chunk of its own. */
const PAGES: Record<string, Chunk> = {
  '/login': createChunk(async () => (await import('./sessions/login-page.tsx')).LoginPage),
  '/register': register,
  '/registration': register,
  '/auth/callback': createChunk(
    async () => (await import('./sessions/auth-callback-page.tsx')).AuthCallbackPage,
  ),
  '/auth/reactivate': createChunk(async () => (await import('./screens/reactivate-page.tsx')).ReactivatePage),
  '/xero/callback': createChunk(
    async () => (await import('./organisations/xero-callback-page.tsx')).XeroCallbackPage,
  ),
  '/claim/:slug': createChunk(async () => (await import('./claims/claim-page.tsx')).ClaimPage),
  '/operator/*': createChunk(
    async () => (await import('./screens/operator/operator-console.tsx')).OperatorConsole,
  ),
  '/payment/success': payment,
  '/payment-success': payment,
}

const SIGNED_IN_PAGES: Record<string, Chunk> = {
  '/onboarding': createChunk(
    async () => (await import('./screens/onboarding/onboarding-page.tsx')).OnboardingPage,
  ),
  '/codes': createChunk(async () => (await import('./screens/codes-screen.tsx')).CodesScreen),
  '/dashboard': createChunk(
    async () => (await import('./screens/dashboard/dashboard-screen.tsx')).DashboardScreen,
  ),
}

export const Pages = (): ReactNode => (
  <Suspense>
    <Routes>
      {routesOf(PAGES)}
      <Route element={createElement(signedIn.Component)}>{routesOf(SIGNED_IN_PAGES)}</Route>
      <Route path="*" element={<Navigate to="/login" replace />} />
    </Routes>
  </Suspense>
)

const routesOf = (pages: Record<string, Chunk>): ReactNode =>
  Object.entries(pages).map(([path, { Component }]) => (
    <Route key={path} path={path} element={<Component />} />
  ))

/** Fetches all that the page at this address is made of, and behind the sign-in its first answers. */
export const fetchPage = async (pathname: string): Promise<void> => {
  const at = (pages: Record<string, Chunk>): Chunk[] =>
    Object.entries(pages)
      .filter(([path]) => isAt(path, pathname))
      .map(([, chunk]) => chunk)
  const inside = at(SIGNED_IN_PAGES)
  const parts = inside.length > 0 ? [signedIn, ...inside] : at(PAGES)
  await Promise.all(parts.map(({ fetch }) => fetch()))
  if (inside.length > 0) await (await import('./sessions/first-answers.ts')).firstAnswers()
}
