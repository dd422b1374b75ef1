import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { User } from '../../contracts/sessions.ts'
import { call } from '../lib/api.ts'
import { Refused } from '../lib/problems.ts'
import { AFTER_CLAIM } from '../lib/session/session-rules.ts'
import {
  beginSession,
  goAfterSignIn,
  REACTIVATION,
  recordErasure,
  takeCameFrom,
} from '../lib/session/session.ts'
import { dateAlone } from '../lib/words.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'
import { PageHeading } from '../ui/layout/heading.tsx'
import { NarrowPage } from '../ui/layout/narrow-page.tsx'
import { afterSignIn, CALLBACK_PROBLEMS } from './redirect-rules.ts'
import { refusalInWords } from './refusal-words.ts'
import styles from './waiting.module.css'

const BACK_TO_LOGIN_MS = 3000

export const AuthCallbackPage = (): ReactNode => {
  const problem = useSignInCompletion()
  const navigate = useNavigate()
  useEffect(() => {
    if (!problem) return undefined
    const timer = setTimeout(() => navigate('/login', { replace: true }), BACK_TO_LOGIN_MS)
    return () => clearTimeout(timer)
  }, [problem, navigate])

  if (!problem) {
    return (
      <NarrowPage>
        <PageHeading tab="Signing in">Signing you in</PageHeading>
        <p className={styles.waiting} role="status">
          <Spinner /> One moment, we are loading your account.
        </p>
      </NarrowPage>
    )
  }
  return (
    <NarrowPage>
      <PageHeading tab="Sign-in failed">We could not sign you in</PageHeading>
      <Notice tone="bad">
        <p>{problem.words}</p>
        {problem.reason && <p>{problem.reason}</p>}
      </Notice>
      <p>
        Taking you back to the sign-in page. <Link to="/login">Go there now</Link>
      </p>
    </NarrowPage>
  )
}

type CallbackProblem = { words: string; reason?: string | undefined }

/** Redeems the one-time token of the address bar, once, and leaves for the right page; or says why not. */
const useSignInCompletion = (): CallbackProblem | null => {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<CallbackProblem | null>(() => problemOnArrival(params))
  const hasBegun = useRef(false)

  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    // First of all the token leaves the address bar and the history.
    window.history.replaceState(window.history.state, '', window.location.pathname)
    const token = params.get('token')
    if (problem || !token) return
    signInWith(token)
      .then((user) => navigate(pageAfter(params.get('redirect'), user), { replace: true }))
      .catch(() => setProblem({ words: CALLBACK_PROBLEMS.notLoaded }))
  }, [params, problem, navigate])

  return problem
}

const problemOnArrival = (params: URLSearchParams): CallbackProblem | null => {
  const error = params.get('error')
  if (error !== null) return { words: CALLBACK_PROBLEMS.refused, reason: refusalInWords(error) }
  return params.get('token') ? null : { words: CALLBACK_PROBLEMS.noToken }
}

/** Whoever asked for a deactivated account and chose an active one reads so where she asked. */
const pageAfter = (redirect: string | null, user: User): string => {
  const cameFrom = takeCameFrom()
  if (redirect === 'reactivate') return REACTIVATION
  const page = afterSignIn(redirect, cameFrom, user)
  // Her code is told of once she is set up.
  if (cameFrom === AFTER_CLAIM && page === '/onboarding') goAfterSignIn(cameFrom)
  return page
}

const signInWith = async (token: string): Promise<User> => {
  try {
    await call('POST /api/auth/session', { body: { token } })
    const { user } = await call('GET /api/auth/me')
    beginSession()
    return user
  } catch (cause) {
    if (cause instanceof Refused && cause.problem.erasesAt) recordErasure(dateAlone(cause.problem.erasesAt))
    await call('POST /api/auth/logout').catch(() => undefined)
    throw cause
  }
}
