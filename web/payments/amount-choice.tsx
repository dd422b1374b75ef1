import { useId, type ReactNode } from 'react'
import type { TopUpsResponse } from '../../contracts/payments.ts'
import { inMoney } from '../lib/words.ts'
import { amountIn } from './top-up-amounts.ts'
import styles from './top-up-page.module.css'

/** A few amounts to pick from, or one's own. */
export const AmountChoice = ({
  offer,
  text,
  onChange,
  problem,
}: {
  offer: TopUpsResponse
  /** As it was written. */
  text: string
  onChange: (text: string) => void
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
              checked={amountIn(text) === preset}
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
          inputMode="decimal"
          value={text}
          aria-invalid={problem !== null || undefined}
          aria-describedby={`${id}-problem`}
          onChange={(event) => onChange(event.target.value)}
        />
        <p id={`${id}-problem`} className={styles.problem} role="alert">
          {problem}
        </p>
      </div>
    </>
  )
}
