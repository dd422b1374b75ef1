import { useId, useState, type ReactNode } from 'react'
import { consentWords } from '../../contracts/shared/auto-top-up-terms.ts'
import type { AutoTopUp } from '../../contracts/payments.ts'
import { ambiguousWords, readAmount } from '../lib/typed-amounts.ts'
import { inMoney } from '../lib/words.ts'
import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import styles from './auto-top-up-section.module.css'
import { stripeWords } from './stripe-words.ts'
import { termsOf, termsProblem, type WrittenTerms } from './auto-top-up-state.ts'
import type { useAutoTopUp } from './use-auto-top-up.ts'

const FIELDS: { name: keyof WrittenTerms; label: string }[] = [
  { name: 'threshold', label: 'When funds fall below' },
  { name: 'amount', label: 'Charge' },
  { name: 'monthlyCap', label: 'Monthly limit' },
]

/** The amounts, and the words that the owner agrees to with a tick. */
export const AutoTopUpForm = ({
  now,
  balance,
  turnOn,
  onClose,
}: {
  now: AutoTopUp
  balance: number | undefined
  turnOn: ReturnType<typeof useAutoTopUp>['turnOn']
  onClose: () => void
}): ReactNode => {
  const id = useId()
  const [written, setWritten] = useState<WrittenTerms>({
    threshold: String(now.threshold),
    amount: String(now.amount),
    monthlyCap: String(now.monthlyCap),
  })
  const [hasConsented, setHasConsented] = useState(false)
  const problem = termsProblem(written, WORDS)
  const terms = termsOf(written, readAmount)
  const isLowNow = problem === null && balance !== undefined && balance >= 0 && balance < terms.threshold
  const write = (name: keyof WrittenTerms, value: string): void => {
    setWritten({ ...written, [name]: value })
    // The words differ from those that the owner agreed to.
    setHasConsented(false)
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (problem === null && hasConsented) turnOn.mutate(terms, { onSuccess: () => now.card && onClose() })
      }}
    >
      <div className={styles.fields}>
        {FIELDS.map(({ name, label }) => (
          <div key={name}>
            <label htmlFor={`${id}-${name}`}>{label}</label>
            <span className={styles.amount}>
              <span aria-hidden="true">{SIGN}</span>
              <input
                id={`${id}-${name}`}
                inputMode="decimal"
                value={written[name]}
                aria-describedby={`${id}-problem`}
                onChange={(event) => write(name, event.target.value)}
              />
            </span>
          </div>
        ))}
      </div>
      <p id={`${id}-problem`} className={styles.problem} role="alert">
        {problem}
      </p>
      <label className={styles.consent}>
        <input
          type="checkbox"
          checked={hasConsented}
          disabled={problem !== null}
          onChange={(event) => setHasConsented(event.target.checked)}
        />
        <span>{problem === null ? consentWords(terms, now.currency) : 'Set the amounts first.'}</span>
      </label>
      {isLowNow && (
        <p className={styles.note}>
          {`Your funds are below ${inMoney(terms.threshold)} now, so the card is charged ${inMoney(terms.amount)} about a minute after this.`}
        </p>
      )}
      {turnOn.isError && <Notice tone="bad">{stripeWords(turnOn.error)}</Notice>}
      <div className={styles.acts}>
        <Button type="submit" busy={turnOn.isPending} disabled={!hasConsented}>
          {now.card ? (now.isOn ? 'Save' : 'Turn on') : 'Continue to save a card'}
        </Button>
        <Button look="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
      <p className={styles.note}>
        {now.card
          ? `Charged to your card ending ${now.card.last4}. `
          : 'The card is saved with Stripe, on its own page; nothing is charged there. '}
        If your bank refuses, we e-mail you and do not try again until you say so.
      </p>
    </form>
  )
}

const WORDS = { readAmount, inMoney, ambiguousWords }

const SIGN = inMoney(0).replace(/[\d.,\s]/g, '')
