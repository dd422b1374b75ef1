import { useState, type ReactNode } from 'react'
import { Button } from '../ui/controls/button.tsx'
import { Badge, type BadgeTone } from '../ui/feedback/badge.tsx'
import { LoadError } from '../ui/feedback/load-error.tsx'
import { Skeleton } from '../ui/feedback/loading.tsx'
import { Passing } from '../ui/layout/in-turn.tsx'
import { AutoTopUpForm } from './auto-top-up-form.tsx'
import styles from './auto-top-up-section.module.css'
import { stateOf, type AutoTopUpState } from './auto-top-up-state.ts'
import { AutoTopUpTerms } from './auto-top-up-terms.tsx'
import { RemoveCard } from './remove-card.tsx'
import { useAutoTopUp, useSavedCard } from './use-auto-top-up.ts'

/** Funds that fill up by themselves: off, until the owner agrees to it. `balance` undefined while it is not known. */
export const AutoTopUpSection = ({ balance }: { balance: number | undefined }): ReactNode => {
  useSavedCard()
  const acts = useAutoTopUp()
  const [isWriting, setIsWriting] = useState(false)
  const { data, error, refetch } = acts.question
  if (error && !data)
    return <LoadError what="Automatic top-up could not be loaded." error={error} retry={refetch} />
  const state = data && stateOf(data, balance)
  const isOff = state === 'off'
  return (
    <section
      ref={inSight}
      tabIndex={-1}
      data-focus-heir
      className={styles.section}
      aria-labelledby="auto-top-up"
    >
      <div className={styles.head}>
        <h2 id="auto-top-up">Automatic top-up</h2>
        {state && <Badge tone={BADGES[state].tone}>{BADGES[state].words}</Badge>}
      </div>
      {!data || !state ? (
        <Skeleton width="20rem" />
      ) : (
        <Passing
          key={isWriting ? 'form' : isOff ? `off ${data.card?.last4}` : 'terms'}
          className={styles.part}
        >
          {isWriting ? (
            <AutoTopUpForm
              now={data}
              balance={balance}
              turnOn={acts.turnOn}
              onClose={() => setIsWriting(false)}
            />
          ) : isOff ? (
            <>
              <p className={styles.lead}>
                Texts do not stop when your funds run low: a card that you save is charged then, within limits
                that you set.
              </p>
              <div className={styles.acts}>
                <Button look="plain" onClick={() => setIsWriting(true)}>
                  Set up automatic top-up
                </Button>
                {data.card && (
                  <RemoveCard
                    removeCard={acts.removeCard}
                    words={`Remove card ending ${data.card.last4}`}
                    isOn={false}
                  />
                )}
              </div>
            </>
          ) : (
            <AutoTopUpTerms now={data} state={state} acts={acts} onChange={() => setIsWriting(true)} />
          )}
        </Passing>
      )}
    </section>
  )
}

const BADGES: Record<AutoTopUpState, { words: string; tone: BadgeTone }> = {
  off: { words: 'Off', tone: 'plain' },
  'no-card': { words: 'No card yet', tone: 'warn' },
  paused: { words: 'Paused', tone: 'warn' },
  'below-zero': { words: 'Not charged', tone: 'warn' },
  capped: { words: 'Limit reached', tone: 'wait' },
  on: { words: 'On', tone: 'ok' },
}

/** Whoever comes for it, from Account & Billing, sees it at once. */
const inSight = (section: HTMLElement | null): void => {
  if (location.hash !== '#auto-top-up') return
  section?.scrollIntoView({ block: 'start' })
  section?.focus({ preventScroll: true })
}
