import { useState, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useCurrentUser } from '../../lib/current-user.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Wordmark } from '../../ui/layout/wordmark.tsx'
import { BusinessStep } from './business-step.tsx'
import styles from './onboarding-page.module.css'
import { Steps } from './steps.tsx'
import type { ConnectXeroSlot, FindBusinessSlot, Step } from './onboarding-types.ts'
import { XeroStep } from './xero-step.tsx'

/**
 * Two steps from nothing to live. The step is part of the browser's history, so its Back button goes back a step;
 * who comes back later goes on where the server says that she was.
 */
export const OnboardingPage = ({
  onSignOut,
  findBusiness,
  connectXero,
}: {
  onSignOut: () => void
  findBusiness: FindBusinessSlot
  connectXero: ConnectXeroSlot
}): ReactNode => {
  const { user } = useCurrentUser()
  const navigate = useNavigate()
  const asked = (useLocation().state as { step?: Step } | null)?.step
  const [firstStep] = useState<Step>(user.businessName === null ? 1 : 2)
  const step = user.businessName === null ? 1 : (asked ?? firstStep)
  const go = (next: Step): void => void navigate('/onboarding', { state: { step: next } })

  return (
    <>
      <header className={styles.header}>
        <Wordmark />
        <div className={styles.who}>
          <span className={styles.email}>{user.email}</span>
          <Button look="ghost" onClick={onSignOut}>
            Sign Out
          </Button>
        </div>
      </header>
      <main className={styles.main}>
        <Steps current={step} />
        {step === 1 ? (
          <BusinessStep key="business" onContinue={() => go(2)} findBusiness={findBusiness} />
        ) : (
          <XeroStep key="xero" onBack={() => go(1)} connectXero={connectXero} />
        )}
      </main>
    </>
  )
}
