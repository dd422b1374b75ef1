import { useId, type ReactNode } from 'react'
import type { ErasurePreview } from '../../contracts/erasures.ts'
import { counted, inMoney } from '../lib/words.ts'
import styles from './erasure-terms.module.css'

/** What goes, when, what stays, what becomes of the funds; and the name to be typed. */
export const ErasureTerms = ({
  preview,
  day,
  wantsRefund,
  onRefund,
  typed,
  onType,
}: {
  preview: ErasurePreview
  day: string
  wantsRefund: boolean
  onRefund: (wantsRefund: boolean) => void
  typed: string
  onType: (typed: string) => void
}): ReactNode => {
  const id = useId()
  const { customers, texts, codes, funds, businessName } = preview
  return (
    <>
      <ul>
        <li>
          <b>At once</b> nothing more is sent or charged. Waiting texts are cancelled, Xero and Google are
          disconnected, a saved card is deleted, and you are signed out everywhere.
        </li>
        <li>
          <b>On {day}</b> we erase {counted(customers, 'customer')}, {counted(texts, 'text')}, your settings
          and your account.
          {codes > 0 &&
            ` ${codes === 1 ? 'Your printed code' : `Your ${codes} printed codes`} can be claimed by others.`}{' '}
          It cannot be undone.
        </li>
        <li>
          <b>Before that</b>, sign in with Google and reactivate the account to keep everything. You are
          mailed the day.
        </li>
        <li>
          <b>What stays</b>, without names: amounts that were paid and spent, that an invoice was texted, and
          who asked for no more texts. Stripe keeps its own record of your payments, as the law asks.
        </li>
      </ul>
      {funds > 0 && (
        <div className={styles.funds}>
          <p>
            {inMoney(funds)} of your funds is left, and is not paid out by itself. What you paid by card we
            refund by hand if you ask for it; credit that we gave you is not paid out.
          </p>
          <label className={styles.choice}>
            <input
              type="checkbox"
              checked={wantsRefund}
              onChange={(event) => onRefund(event.target.checked)}
            />
            <span>Refund what I paid and did not use</span>
          </label>
        </div>
      )}
      <p>Download your data first, if you want to keep any of it.</p>
      <div className={styles.typed}>
        <label htmlFor={id}>
          Type <b dir="auto">{businessName}</b> to confirm
        </label>
        <input
          id={id}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => onType(event.target.value)}
        />
      </div>
    </>
  )
}
