import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { call } from '../lib/api.ts'
import { inWords } from '../lib/problems.ts'
import { beginSession, erasureNoted, isKnownDeactivated } from '../lib/session/session.ts'
import { ConnectXero } from '../organisations/connect-xero.tsx'
import { GoogleButton } from '../sessions/google-button.tsx'
import { refusalInWords } from '../sessions/refusal-words.ts'
import styles from '../sessions/waiting.module.css'
import { ButtonLink } from '../ui/controls/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'
import { PageHeading } from '../ui/layout/heading.tsx'
import { NarrowPage } from '../ui/layout/narrow-page.tsx'

type Reactivation = { step: 'offer'; problem?: string } | { step: 'working' } | { step: 'reconnect' }

/** For the owner of a deactivated account: what that means, and the way back. */
export const ReactivatePage = (): ReactNode => {
  const reactivation = useReactivation()
  const navigate = useNavigate()

  if (reactivation.step === 'working') {
    return (
      <NarrowPage>
        <PageHeading tab="Reactivating">Bringing your account back</PageHeading>
        <p className={styles.waiting} role="status">
          <Spinner /> One moment.
        </p>
      </NarrowPage>
    )
  }
  if (reactivation.step === 'reconnect') {
    return (
      <NarrowPage>
        <PageHeading key="reconnect" tab="Connect Xero again" takesFocus>
          Welcome back
        </PageHeading>
        <p>
          Your account is active again, and Google is connected as before. Deactivating it had disconnected
          Xero, so connect it once more. What was paid while you were away is never texted. If you used
          automatic top-up, set it up again: your card was deleted.
        </p>
        <ConnectXero onConnected={() => navigate('/dashboard', { replace: true })} returnTo="/dashboard" />
        <ButtonLink look="ghost" href="/dashboard">
          Do this later
        </ButtonLink>
      </NarrowPage>
    )
  }
  return (
    <NarrowPage>
      {isKnownDeactivated() ? (
        <PageHeading tab="Account deactivated">Your account is deactivated</PageHeading>
      ) : (
        <PageHeading tab="Reactivate">Reactivate your account</PageHeading>
      )}
      {reactivation.problem && <Notice tone="bad">{reactivation.problem}</Notice>}
      {erasureNoted() && (
        <Notice tone="warn">
          Your business is erased on {erasureNoted()}. Reactivate your account before then to take that back.
        </Notice>
      )}
      <p>
        {isKnownDeactivated() ? 'No' : 'If your account is deactivated, no'} texts go out, and Xero and Google
        are disconnected. Your funds, your settings, your history and your choice of business are kept
        {erasureNoted() ? ' until then' : ''}.
      </p>
      <p>
        To reactivate it, confirm with Google that it is you. Then connect Xero again, and texts resume. If
        your business was to be erased, reactivating takes that back.
      </p>
      <GoogleButton intent="reactivate">Reactivate with Google</GoogleButton>
      <ButtonLink look="ghost" href="/login">
        Sign in with another account
      </ButtonLink>
    </NarrowPage>
  )
}

const useReactivation = (): Reactivation => {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const token = params.get('token')
  const error = params.get('error')
  const [reactivation, setReactivation] = useState<Reactivation>(
    token
      ? { step: 'working' }
      : {
          step: 'offer',
          ...(error && { problem: refusalInWords(error) ?? 'That did not work. Please try again.' }),
        },
  )
  const hasBegun = useRef(false)

  useEffect(() => {
    if (!token || hasBegun.current) return
    hasBegun.current = true
    window.history.replaceState(window.history.state, '', window.location.pathname)
    reactivateWith(token)
      .then((requiresXeroReconnection) =>
        requiresXeroReconnection
          ? setReactivation({ step: 'reconnect' })
          : navigate('/dashboard', { replace: true }),
      )
      .catch((cause: unknown) => setReactivation({ step: 'offer', problem: inWords(cause) }))
  }, [token, navigate])

  return reactivation
}

const reactivateWith = async (token: string): Promise<boolean> => {
  const answer = await call('POST /api/auth/reactivate', { body: { token } })
  await call('POST /api/auth/session', { body: { token: answer.token } })
  beginSession()
  return answer.requiresXeroReconnection
}
