import { createElement, lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { Navigate, Route, Routes } from 'react-router'

/** A page in a chunk of its own, fetched on the first visit. */
const page = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name): ReactNode =>
  createElement(lazy(async () => ({ default: (await load())[name] as ComponentType })))

const login = page(() => import('./sessions/login-page.tsx'), 'LoginPage')
const register = page(() => import('./sessions/register-page.tsx'), 'RegisterPage')
const authCallback = page(() => import('./sessions/auth-callback-page.tsx'), 'AuthCallbackPage')
const reactivate = page(() => import('./screens/reactivate-page.tsx'), 'ReactivatePage')
const xeroCallback = page(() => import('./organisations/xero-callback-page.tsx'), 'XeroCallbackPage')
const claim = page(() => import('./claims/claim-page.tsx'), 'ClaimPage')
const signedIn = page(() => import('./signed-in.tsx'), 'SignedIn')
const onboarding = page(() => import('./screens/onboarding/onboarding-page.tsx'), 'OnboardingPage')
const payment = page(() => import('./screens/payment-screen.tsx'), 'PaymentScreen')
const codes = page(() => import('./screens/codes-screen.tsx'), 'CodesScreen')
const dashboard = page(() => import('./screens/dashboard/dashboard-screen.tsx'), 'DashboardScreen')

/** Every address of the product that a person opens. */
export const Pages = (): ReactNode => (
  <Suspense>
    <Routes>
      <Route path="/login" element={login} />
      <Route path="/register" element={register} />
      <Route path="/registration" element={register} />
      <Route path="/auth/callback" element={authCallback} />
      <Route path="/auth/reactivate" element={reactivate} />
      <Route path="/xero/callback" element={xeroCallback} />
      <Route path="/claim/:slug" element={claim} />
      <Route path="/payment/success" element={payment} />
      <Route path="/payment-success" element={payment} />
      <Route element={signedIn}>
        <Route path="/onboarding" element={onboarding} />
        <Route path="/codes" element={codes} />
        <Route path="/dashboard" element={dashboard} />
      </Route>
      <Route path="*" element={<Navigate to="/login" replace />} />
    </Routes>
  </Suspense>
)
