import { useId, type ReactNode } from 'react'
import type { TopUpsResponse } from '../../contracts/payments.ts'
import { inMoney } from '../lib/words.ts'
import styles from './top-up-page.module.css'

/** A few amounts to pick from, or one's own. */
export const AmountChoice = ({
  offer,
  amount,
  onChange,
  problem,
}: {
  offer: TopUpsResponse
  amount: string
  onChange: (amount: string) => void
  problem: string | null
}): ReactNode => {
  const id = useId()
  return (
    <>
      <fieldset className={styles.presets}>
        <legend>Amount</legend>
        {offer.presets.map((preset) => (
          <label key={preset}>
            <input
              type="radio"
              name={id}
              checked={amount === String(preset)}
              onChange={() => onChange(String(preset))}
            />
            {inMoney(preset).replace(/\.00$/, '')}
          </label>
        ))}
      </fieldset>
      <div className={styles.own}>
        <label htmlFor={`${id}-own`}>Or your own amount, in {offer.currency}</label>
        <input
          id={`${id}-own`}
          inputMode="numeric"
          value={amount}
          aria-invalid={problem !== null || undefined}
          aria-describedby={`${id}-problem`}
          onChange={(event) => onChange(event.target.value.trim())}
        />
        <p id={`${id}-problem`} className={styles.problem} role="alert">
          {problem}
        </p>
      </div>
    </>
  )
}
