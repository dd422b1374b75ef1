import { useEffect, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { User } from '../../contracts/sessions.ts'
import { call } from '../lib/api.ts'
import { forgetSignInNote, signInNote, wasSignedIn, type SignInNote } from '../lib/session/session.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { PageHeading } from '../ui/layout/heading.tsx'
import { GoogleButton } from './google-button.tsx'
import styles from './sign-in-frame.module.css'
import { SignInFrame } from './sign-in-frame.tsx'

export const LoginPage = (): ReactNode => {
  const [note] = useState(signInNote)
  useEffect(forgetSignInNote, [])
  const user = useWhoIsSignedIn()
  return (
    <SignInFrame>
      <div>
        <PageHeading tab="Sign in">Sign in to Goodword</PageHeading>
        <p className={styles.lead}>
          Use the Google account you signed up with. There is no password to remember.
        </p>
      </div>
      {note && <Notice tone="wait">{NOTES[note]}</Notice>}
      {user && (
        <Notice tone="ok" action={<Link to="/dashboard">Go to your dashboard</Link>}>
          {`You are signed in as ${user.name}.`}
        </Notice>
      )}
      <GoogleButton intent="sign-in" />
      <p className={styles.other}>
        New to Goodword? You can <Link to="/register">create a new account</Link>.
      </p>
    </SignInFrame>
  )
}

const NOTES: Record<SignInNote, string> = {
  expired: 'Your session has ended. Sign in again to carry on.',
  'signed-out': 'You have signed out.',
  'signed-out-elsewhere': 'You signed out in another tab.',
}

/** Asks only where this browser was signed in before: on a first visit the call would always fail. */
const useWhoIsSignedIn = (): User | null => {
  const [user, setUser] = useState<User | null>(null)
  useEffect(() => {
    if (!wasSignedIn()) return undefined
    const aborter = new AbortController()
    call('GET /api/auth/me', { signal: aborter.signal }).then(
      (answer) => setUser(answer.user),
      () => undefined,
    )
    return () => aborter.abort()
  }, [])
  return user
}
