import type { ReactNode } from 'react'
import type { AutoTopUp } from '../../contracts/payments.ts'
import { inMoney } from '../lib/words.ts'
import { Button, ButtonLink } from '../ui/controls/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { showToast } from '../ui/feedback/toasts.tsx'
import { Fact, Facts } from '../ui/layout/facts.tsx'
import styles from './auto-top-up-section.module.css'
import { cardInWords, isAboutCharge, pauseInWords, type AutoTopUpState } from './auto-top-up-state.ts'
import { RemoveCard } from './remove-card.tsx'
import { stripeWords } from './stripe-words.ts'
import type { useAutoTopUp } from './use-auto-top-up.ts'

type Acts = ReturnType<typeof useAutoTopUp>

/** What was agreed to, its state, and every way to change it. */
export const AutoTopUpTerms = ({
  now,
  state,
  acts,
  onChange,
}: {
  now: AutoTopUp
  state: Exclude<AutoTopUpState, 'off'>
  acts: Acts
  onChange: () => void
}): ReactNode => (
  <>
    <StateNotice now={now} state={state} acts={acts} />
    <Facts>
      <Fact name="When funds fall below">{inMoney(now.threshold)}</Fact>
      <Fact name="Charge">{inMoney(now.amount)}</Fact>
      <Fact name="Monthly limit">{`${inMoney(now.monthlyCap)}, of which ${inMoney(now.chargedThisMonth)} so far this month`}</Fact>
      <Fact name="Card">{now.card ? cardInWords(now.card) : 'None saved'}</Fact>
    </Facts>
    <div className={styles.acts}>
      <Button look="plain" onClick={onChange}>
        Change amounts
      </Button>
      {now.card && (
        <Button look="plain" busy={acts.changeCard.isPending} onClick={() => acts.changeCard.mutate()}>
          Use another card
        </Button>
      )}
      <Button look="plain" busy={acts.turnOff.isPending} onClick={() => acts.turnOff.mutate()}>
        Turn off
      </Button>
      {now.card && <RemoveCard removeCard={acts.removeCard} words="Remove card" isOn />}
    </div>
  </>
)

// The form shows its own.
const showTrouble = (error: unknown): void => {
  showToast('bad', stripeWords(error))
}

const StateNotice = ({
  now,
  state,
  acts,
}: {
  now: AutoTopUp
  state: AutoTopUpState
  acts: Acts
}): ReactNode => {
  if (state === 'no-card')
    return (
      <Notice
        tone="warn"
        action={
          <Button busy={acts.changeCard.isPending} onClick={() => acts.changeCard.mutate()}>
            Save a card
          </Button>
        }
      >
        No card is saved yet, so nothing is charged.
      </Notice>
    )
  if (state === 'below-zero')
    return (
      <Notice tone="warn">
        A payment was taken back, and your funds are below zero. So that this is not undone, your card is not
        charged until you have added funds yourself.
      </Notice>
    )
  if (state === 'capped')
    return (
      <Notice tone="wait">
        One more top-up would pass your limit for this month. The next month begins anew.
      </Notice>
    )
  if (state !== 'paused' || !now.paused) return null
  const { reason } = now.paused
  return (
    <Notice tone="warn">
      <p>{pauseInWords(reason)}</p>
      <div className={styles.acts}>
        {isAboutCharge(reason) && (
          <ButtonLink
            look="plain"
            href={`/dashboard?tab=top-up&amount=${now.amount}`}
          >{`Pay ${inMoney(now.amount)} yourself`}</ButtonLink>
        )}
        <Button
          look="plain"
          busy={acts.turnOn.isPending}
          onClick={() => acts.turnOn.mutate(now, { onError: showTrouble })}
        >
          Switch it on again
        </Button>
      </div>
    </Notice>
  )
}
