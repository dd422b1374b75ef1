import { useEffect, useState, type ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { PaymentVerification } from '../../contracts/payments.ts'
import { call } from '../lib/api.ts'
import { clearCheckout } from '../lib/checkout-flag.ts'
import { inWords, isStatus } from '../lib/problems.ts'
import { beginSession, rememberPlace } from '../lib/session/session.ts'
import { inMoney } from '../lib/words.ts'
import { Button, ButtonLink } from '../ui/controls/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'
import { PageHeading } from '../ui/layout/heading.tsx'
import { NarrowPage } from '../ui/layout/narrow-page.tsx'
import { forgetChosenAmount } from './chosen-amount.ts'

const TO_DASHBOARD_MS = 3000

type State =
  | { is: 'verifying' }
  | { is: 'answered'; payment: PaymentVerification }
  | { is: 'error'; error: unknown }

/** Back from the payment page: what became of the money, and then the dashboard. `signIn` leads back here. */
export const PaymentReturnPage = ({ signIn }: { signIn: ReactNode }): ReactNode => {
  const sessionId = useSearchParams()[0].get('session_id')
  const navigate = useNavigate()
  const [attempt, setAttempt] = useState(1)
  const state = useVerification(sessionId, attempt)
  const isPaid = state.is === 'answered' && state.payment.success
  useEffect(() => {
    if (!isPaid) return undefined
    const timer = setTimeout(() => navigate('/dashboard?payment=success', { replace: true }), TO_DASHBOARD_MS)
    return () => clearTimeout(timer)
  }, [isPaid, navigate])

  if (state.is === 'verifying') {
    return (
      <NarrowPage>
        <PageHeading tab="Checking your payment" takesFocus={attempt > 1}>
          Checking your payment
        </PageHeading>
        <p role="status">
          <Spinner /> One moment, we ask whether it has arrived.
        </p>
      </NarrowPage>
    )
  }
  if (state.is === 'answered' && state.payment.success) {
    return (
      <NarrowPage>
        <PageHeading
          key="paid"
          tab="Payment received"
          takesFocus
        >{`${inMoney(state.payment.amount)} received. Thank you.`}</PageHeading>
        <Notice tone="ok">{state.payment.message}</Notice>
        <p>Taking you to your dashboard.</p>
      </NarrowPage>
    )
  }
  if (state.is === 'error' && isStatus(state.error, 401)) return <SignInFirst signIn={signIn} />
  if (state.is === 'error' && isUnknown(state.error)) return <UnknownPayment />
  return (
    <NarrowPage>
      <PageHeading key="not-confirmed" tab="Payment not confirmed" takesFocus>
        Your payment is not confirmed
      </PageHeading>
      <Notice tone={state.is === 'answered' ? 'warn' : 'bad'}>
        {state.is === 'answered' ? state.payment.message : inWords(state.error)}
      </Notice>
      <Button onClick={() => setAttempt(attempt + 1)}>Check the payment again</Button>
      <ButtonLink look="ghost" href="/dashboard">
        To the dashboard
      </ButtonLink>
    </NarrowPage>
  )
}

const SignInFirst = ({ signIn }: { signIn: ReactNode }): ReactNode => {
  useEffect(rememberPlace, [])
  return (
    <NarrowPage>
      <PageHeading key="sign-in" tab="Sign in" takesFocus>
        Sign in to see this payment
      </PageHeading>
      <p role="alert">What was paid is safe. When you sign in, you come back here.</p>
      {signIn}
    </NarrowPage>
  )
}

/** No id, one that is none, and one of no payment of this account look alike. */
const isUnknown = (error: unknown): boolean => error === NO_SESSION_ID || isStatus(error, 404)

const UnknownPayment = (): ReactNode => (
  <NarrowPage>
    <PageHeading key="unknown" tab="Payment not found" takesFocus>
      We could not find this payment
    </PageHeading>
    <Notice tone="bad">
      No payment of your account has this address. If you paid with another Google account, sign out on the
      dashboard, and sign in with that one.
    </Notice>
    <ButtonLink href="/dashboard?tab=account">See your payments</ButtonLink>
    <ButtonLink look="ghost" href="/dashboard">
      To the dashboard
    </ButtonLink>
  </NarrowPage>
)

/** Asks about the payment; where the session was lost on the way, the answer brings a new one. */
const useVerification = (sessionId: string | null, attempt: number): State => {
  const [answer, setAnswer] = useState<{ attempt: number; state: State } | null>(null)
  useEffect(() => {
    const aborter = new AbortController()
    ;(sessionId ? verify(sessionId) : refuseWithoutId())
      .then((payment): State => ({ is: 'answered', payment }))
      .catch((error: unknown): State => ({ is: 'error', error }))
      .then((state) => !aborter.signal.aborted && setAnswer({ attempt, state }))
      .catch(() => undefined)
    return () => aborter.abort()
  }, [sessionId, attempt])
  return answer?.attempt === attempt ? answer.state : { is: 'verifying' }
}

const NO_SESSION_ID = 'no-session-id'

/** Whoever is not signed in has to be, before she learns that the address names no payment. */
const refuseWithoutId = async (): Promise<never> => {
  await call('GET /api/auth/me')
  throw NO_SESSION_ID
}

// One call at a time: React runs effects twice in development, and the token is valid once.
const asked = new Map<string, Promise<PaymentVerification>>()

const verify = (sessionId: string): Promise<PaymentVerification> => {
  const running = asked.get(sessionId)
  if (running) return running
  const asking = verifyOnce(sessionId).finally(() => asked.delete(sessionId))
  asked.set(sessionId, asking)
  return asking
}

const verifyOnce = async (sessionId: string): Promise<PaymentVerification> => {
  const payment = await askAbout(sessionId)
  clearCheckout()
  if (payment.success) forgetChosenAmount()
  if (payment.token) {
    await call('POST /api/auth/session', { body: { token: payment.token } })
    beginSession()
  }
  return payment
}

/** A malformed id is refused before the session is looked at. */
const askAbout = async (sessionId: string): Promise<PaymentVerification> => {
  try {
    return await call('GET /api/payments/verify', { query: { session_id: sessionId } })
  } catch (cause) {
    if (isStatus(cause, 422)) return refuseWithoutId()
    throw cause
  }
}
