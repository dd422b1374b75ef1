import { useEffect, useState, type ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { PaymentVerification } from '../../contracts/payments.ts'
import { call } from '../lib/api.ts'
import { clearCheckout } from '../lib/checkout-flag.ts'
import { inWords, isStatus } from '../lib/problems.ts'
import { beginSession } from '../lib/session.ts'
import { inMoney } from '../lib/words.ts'
import { Button, ButtonLink } from '../ui/controls/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'
import { PageHeading } from '../ui/layout/heading.tsx'
import { NarrowPage } from '../ui/layout/narrow-page.tsx'

const TO_DASHBOARD_MS = 3000

type State =
  | { is: 'verifying' }
  | { is: 'answered'; payment: PaymentVerification }
  | { is: 'error'; error: unknown }

/** Back from the payment page: what became of the money, and then the dashboard. */
export const PaymentReturnPage = (): ReactNode => {
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
        <PageHeading tab="Checking your payment">Checking your payment</PageHeading>
        <p role="status">
          <Spinner /> One moment, we ask whether it has arrived.
        </p>
      </NarrowPage>
    )
  }
  if (state.is === 'answered' && state.payment.success) {
    return (
      <NarrowPage>
        <PageHeading tab="Payment received">{`${inMoney(state.payment.amount)} received. Thank you.`}</PageHeading>
        <Notice tone="ok">{state.payment.message}</Notice>
        <p>We take you to your dashboard in a moment.</p>
      </NarrowPage>
    )
  }
  return (
    <NarrowPage>
      <PageHeading tab="Payment not confirmed">Your payment is not confirmed</PageHeading>
      <Notice tone={state.is === 'answered' ? 'warn' : 'bad'}>{wordsFor(state)}</Notice>
      <Button onClick={() => setAttempt(attempt + 1)}>Check again</Button>
      <ButtonLink look="ghost" href="/dashboard">
        To the dashboard
      </ButtonLink>
    </NarrowPage>
  )
}

const wordsFor = (state: Exclude<State, { is: 'verifying' }>): string => {
  if (state.is === 'answered') return state.payment.message
  if (state.error === 'no-session-id') return 'This address does not say which payment it is about.'
  return isStatus(state.error, 401)
    ? 'Your session ended while you were paying. What you paid is safe: sign in to see it in your funds.'
    : inWords(state.error)
}

/** Asks about the payment; where the session was lost on the way, the answer brings a new one. */
const useVerification = (sessionId: string | null, attempt: number): State => {
  const [answer, setAnswer] = useState<{ attempt: number; state: State } | null>(null)
  useEffect(() => {
    if (!sessionId) return undefined
    const aborter = new AbortController()
    verify(sessionId)
      .then((payment): State => ({ is: 'answered', payment }))
      .catch((error: unknown): State => ({ is: 'error', error }))
      .then((state) => !aborter.signal.aborted && setAnswer({ attempt, state }))
      .catch(() => undefined)
    return () => aborter.abort()
  }, [sessionId, attempt])
  if (!sessionId) return { is: 'error', error: 'no-session-id' }
  return answer?.attempt === attempt ? answer.state : { is: 'verifying' }
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
  const payment = await call('GET /api/payments/verify', { query: { session_id: sessionId } })
  clearCheckout()
  if (payment.token) {
    await call('POST /api/auth/session', { body: { token: payment.token } })
    beginSession()
  }
  return payment
}
