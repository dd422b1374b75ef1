import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { call } from '../lib/api.ts'
import { inWords } from '../lib/problems.ts'
import {
  beginSession,
  erasureNoted,
  isKnownDeactivated,
  listenToOtherTabs,
  NO_ERASURE,
  recordErasure,
  wasSignedIn,
} from '../lib/session/session.ts'
import { ConnectXero } from '../organisations/connect-xero.tsx'
import { GoogleButton } from '../sessions/google-button.tsx'
import { refusalInWords } from '../sessions/refusal-words.ts'
import styles from '../sessions/waiting.module.css'
import { ButtonLink } from '../ui/controls/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'
import { Email } from '../ui/layout/email.tsx'
import { PageHeading } from '../ui/layout/heading.tsx'
import { NarrowPage } from '../ui/layout/narrow-page.tsx'

type Reactivation =
  | { step: 'offer'; problem?: string; signedInAs?: string }
  | { step: 'looking' }
  | { step: 'working' }
  | { step: 'reconnect' }

/** For the owner of a deactivated account: what that means, and the way back. */
export const ReactivatePage = (): ReactNode => {
  const reactivation = useReactivation()
  const noted = useErasureNoted()
  const navigate = useNavigate()

  if (reactivation.step === 'working' || reactivation.step === 'looking') {
    return (
      <NarrowPage>
        {reactivation.step === 'working' && (
          <PageHeading tab="Reactivating">Bringing your account back</PageHeading>
        )}
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
  const { problem, signedInAs } = reactivation
  // What this tab knows is of the account that was signed in before.
  const isKnown = !signedInAs && isKnownDeactivated()
  const erasedOn = signedInAs ? null : noted
  return (
    <NarrowPage>
      {isKnown ? (
        <PageHeading tab="Account deactivated">Your account is deactivated</PageHeading>
      ) : (
        <PageHeading tab="Reactivate">Reactivate your account</PageHeading>
      )}
      {problem && <Notice tone="bad">{problem}</Notice>}
      {signedInAs && (
        <Notice tone="ok">
          <p>
            You are signed in as <Email>{signedInAs}</Email>. That account is active.
          </p>
          <p>To bring another account back, confirm with Google that it is yours.</p>
        </Notice>
      )}
      {erasedOn && (
        <Notice tone="warn">
          Your business is erased on {erasedOn}. Reactivate your account before then to take that back.
        </Notice>
      )}
      <p>
        {isKnown ? 'No' : 'If your account is deactivated, no'} texts go out, and Xero and Google are
        disconnected. Your funds, your settings, your history and your choice of business are kept
        {erasedOn ? ' until then' : ''}.
      </p>
      <p>
        To reactivate it, confirm with Google that it is you. Then connect Xero again, and texts resume.
        {erasedOn === null && ' That also takes back a request to erase your business, if there is one.'}
      </p>
      <GoogleButton intent="reactivate">Reactivate with Google</GoogleButton>
      {signedInAs ? (
        <ButtonLink look="ghost" href="/dashboard">
          Go to your dashboard
        </ButtonLink>
      ) : (
        <ButtonLink look="ghost" href="/login">
          Sign in with another account
        </ButtonLink>
      )}
    </NarrowPage>
  )
}

/** What this tab knows of an erasure, for as long as none can have been asked for or taken back elsewhere. */
const useErasureNoted = (): string | null => {
  const [noted, setNoted] = useState(erasureNoted)
  useEffect(() => {
    // That there is none holds for the moment: when she comes back to this tab, she may have asked on her phone.
    if (erasureNoted() === NO_ERASURE) recordErasure(null)
    const readAgain = (): void => setNoted(erasureNoted())
    document.addEventListener('visibilitychange', readAgain)
    const stopListening = listenToOtherTabs((news) => {
      if (news !== 'signed-in') return
      recordErasure(null)
      readAgain()
    })
    return () => {
      document.removeEventListener('visibilitychange', readAgain)
      stopListening()
    }
  }, [])
  return noted
}

const useReactivation = (): Reactivation => {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const token = params.get('token')
  const error = params.get('error')
  // By the address in a mail: the account that is meant may be another than the one that is signed in.
  const isAsked = params.get('deactivated') === 'true'
  // It stays with this entry of the history, so that a reload finds it.
  const isBack = useLocation().state === BACK
  const [reactivation, setReactivation] = useState<Reactivation>(() => {
    if (token) return { step: 'working' }
    if (error)
      return { step: 'offer', problem: refusalInWords(error) ?? 'That did not work. Please try again.' }
    return { step: wasSignedIn() ? 'looking' : 'offer' }
  })
  const hasBegun = useRef(false)

  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    const show = async (requiresXeroReconnection: boolean): Promise<void> => {
      await navigate(requiresXeroReconnection ? '/auth/reactivate' : '/dashboard', {
        replace: true,
        state: requiresXeroReconnection ? BACK : null,
      })
      if (requiresXeroReconnection) setReactivation({ step: 'reconnect' })
    }
    if (token) {
      window.history.replaceState(window.history.state, '', window.location.pathname)
      reactivateWith(token)
        .then(show)
        .catch((cause: unknown) => setReactivation({ step: 'offer', problem: inWords(cause) }))
    } else if (reactivation.step === 'looking') {
      const look = async (): Promise<void> => {
        const { user } = await call('GET /api/auth/me')
        if (isAsked) setReactivation({ step: 'offer', signedInAs: user.email })
        else await show(isBack && (await lacksXero()))
      }
      // No session of an active account is in this browser.
      look().catch(() => setReactivation({ step: 'offer' }))
    }
  }, [token, isAsked, isBack, reactivation.step, navigate])

  return reactivation
}

const BACK = 'reactivated'

const reactivateWith = async (token: string): Promise<boolean> => {
  const answer = await call('POST /api/auth/reactivate', { body: { token } })
  await call('POST /api/auth/session', { body: { token: answer.token } })
  beginSession()
  return answer.requiresXeroReconnection
}

const lacksXero = async (): Promise<boolean> => (await call('GET /api/xero/status')).status === 'disconnected'
