import type { ReactNode } from 'react'
import { signOut } from '../../sessions/sign-out.ts'
import { OnboardingPage } from './onboarding-page.tsx'
import { FindBusiness } from '../../businesses/find-business.tsx'
import { ConnectXero } from '../../organisations/connect-xero.tsx'

/** Onboarding, with the two rooms that it leads through. */
export const OnboardingScreen = (): ReactNode => (
  <OnboardingPage
    onSignOut={() => void signOut(Date.now())}
    findBusiness={(props) => <FindBusiness {...props} />}
    connectXero={(props) => <ConnectXero {...props} />}
  />
)
