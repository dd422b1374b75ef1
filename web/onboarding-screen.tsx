import type { ReactNode } from 'react'
import { signOut } from './accounts/sign-out.ts'
import { OnboardingPage } from './onboarding/onboarding-page.tsx'
import { FindBusiness } from './places/find-business.tsx'
import { ConnectXero } from './xero/connect-xero.tsx'

/** Onboarding, with the two rooms that it leads through. */
export const OnboardingScreen = (): ReactNode => (
  <OnboardingPage
    onSignOut={() => void signOut(Date.now())}
    findBusiness={(props) => <FindBusiness {...props} />}
    connectXero={(props) => <ConnectXero {...props} />}
  />
)
