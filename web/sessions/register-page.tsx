import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PageHeading } from '../ui/layout/heading.tsx'
import { GoogleButton } from './google-button.tsx'
import { Hints } from './hints.tsx'
import styles from './sign-in-frame.module.css'
import { SignInFrame } from './sign-in-frame.tsx'

export const RegisterPage = (): ReactNode => (
  <SignInFrame>
    <div>
      <PageHeading tab="Create your account">Welcome to Goodword</PageHeading>
      <p className={styles.lead}>Simply sign in with Google to create your account</p>
    </div>
    <GoogleButton intent="register" />
    <p className={styles.other}>You will need your Xero login in the second of two steps.</p>
    <p className={styles.other}>
      By creating an account you agree to the <a href="/welcome/terms/">terms</a>, and have read what we say
      about <a href="/welcome/privacy/">privacy</a>.
    </p>
    <Hints />
    <p className={styles.other}>
      Already have an account? <Link to="/login">Sign in here</Link>
    </p>
  </SignInFrame>
)
