import { useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { ChosenPlace } from '../../businesses/find-business.tsx'
import { useCurrentUser } from '../../lib/session/current-user.ts'
import { useGoOnce } from '../../lib/use-go-once.ts'
import { PaymentUnderWay } from '../../payments/payment-under-way.tsx'
import { signOut } from '../../sessions/sign-out.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Check } from '../../ui/feedback/check.tsx'
import { PageFoot } from '../../ui/layout/page-foot.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import { Wordmark } from '../../ui/layout/wordmark.tsx'
import { BusinessStep } from './business-step.tsx'
import styles from './onboarding-page.module.css'
import { XeroStep } from './xero-step.tsx'

type Step = 1 | 2

/**
 * Two steps from nothing to live. The step is part of the browser's history, so its Back button goes back a step;
 * an owner who comes back later continues at the step that the server returns.
 */
export const OnboardingPage = (): ReactNode => {
  const { user } = useCurrentUser()
  const goOnce = useGoOnce()
  const location = useLocation()
  const asked = (location.state as { step?: Step } | null)?.step
  const [firstStep] = useState<Step>(user.businessName === null ? 1 : 2)
  // Back must not lead an owner who is live to a pick that changes her business at once.
  const wanted = user.isOnboardingComplete ? 2 : (asked ?? firstStep)
  const step = user.businessName === null ? 1 : wanted
  const [picked, setPicked] = useState<ChosenPlace | null>(null)
  const go = (next: Step): void => goOnce('/onboarding', { state: { step: next } })

  return (
    <>
      <header className={styles.header}>
        <Wordmark />
        <div className={styles.who}>
          <span className={styles.email}>{user.email}</span>
          <Button look="ghost" onClick={() => void signOut(Date.now())}>
            Sign Out
          </Button>
        </div>
      </header>
      <main className={styles.main}>
        <PaymentUnderWay />
        <Steps current={step} />
        {step === 1 ? (
          <BusinessStep key="business" picked={picked} onPick={setPicked} onContinue={() => go(2)} />
        ) : (
          <XeroStep key="xero" onBack={() => go(1)} onReplaced={() => setPicked(null)} />
        )}
      </main>
      <PageFoot />
    </>
  )
}

const STEPS = ['Find Business', 'Connect Xero']

const Steps = ({ current }: { current: Step }): ReactNode => (
  <ol className={styles.steps} aria-label="Set-up">
    {STEPS.map((name, index) => {
      const isDone = index + 1 < current
      return (
        <li
          key={name}
          aria-current={index + 1 === current ? 'step' : undefined}
          data-done={isDone || undefined}
        >
          <span className={styles.number} aria-hidden="true">
            {isDone ? <Check /> : index + 1}
          </span>
          {name}
          {isDone && <VisuallyHidden>, done</VisuallyHidden>}
        </li>
      )
    })}
  </ol>
)
