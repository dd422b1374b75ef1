import { useId, useState, type ReactNode } from 'react'
import type { EraseCustomerResponse } from '../../contracts/operator.ts'
import { call } from '../lib/api.ts'
import { counted } from '../lib/words.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { ActDialog } from './act-dialog.tsx'
import styles from './console.module.css'
import type { AskedAbout } from './grant-funds.tsx'

/** In two presses: the first says what would be erased, the second does it. */
export const EraseCustomer = ({ params, name, onDone, onClose }: AskedAbout): ReactNode => {
  const id = useId()
  const [whom, setWhom] = useState('')
  const [looked, setLooked] = useState<{ of: string; answer: EraseCustomerResponse } | null>(null)
  // The field may have changed while the answer came: what it says is of whom was asked about.
  const found = looked?.of === whom.trim() ? looked.answer : null
  const isKnown = found !== null && found.requests + found.invoices + found.contacts + found.testNumbers > 0
  const act = async (reason: string): Promise<void> => {
    const of = whom.trim()
    const answer = await call('POST /api/operator/businesses/{businessId}/erase-customer', {
      params,
      body: { ...nameOrPhone(of), isSure: isKnown, reason },
    })
    if (answer.isErased) onDone('The customer is erased.')
    else setLooked({ of, answer })
  }
  return (
    <ActDialog
      title={`Erase a customer of ${name}`}
      confirm={isKnown ? 'Erase for good' : 'Look first'}
      isGrave={isKnown}
      act={act}
      onClose={onClose}
    >
      <p>Names, phone, e-mail and texts go. Opt-outs and the cooldown stay, by a keyed hash.</p>
      <div className={styles.field}>
        <label htmlFor={id}>The customer’s phone with its country, or the name or id in Xero</label>
        <input
          id={id}
          type="text"
          autoComplete="off"
          placeholder="+61491570156"
          value={whom}
          onChange={(event) => {
            setWhom(event.target.value)
            setLooked(null)
          }}
        />
      </div>
      {found && !isKnown && <Notice tone="wait">Nothing is kept of this customer.</Notice>}
      {isKnown && (
        <Notice tone="warn">
          {counted(found.requests, 'text')} and {counted(found.invoices, 'invoice')} would lose every trace of
          the customer
          {found.cancelled > 0 && `, and ${waitingInWords(found.cancelled)} would be cancelled`}. This cannot
          be undone.
        </Notice>
      )}
    </ActDialog>
  )
}

const waitingInWords = (texts: number): string =>
  texts === 1 ? '1 text that waits' : `${counted(texts, 'text')} that wait`

const nameOrPhone = (text: string) =>
  text.startsWith('+') || text === '' ? { phone: text } : { contact: text }
