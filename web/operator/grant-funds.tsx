import { useId, useState, type ReactNode } from 'react'
import { call } from '../lib/api.ts'
import { inMoney } from '../lib/words.ts'
import { ActDialog } from './act-dialog.tsx'
import styles from './console.module.css'

export type AskedAbout = {
  params: { businessId: string }
  name: string
  onDone: (words: string) => void
  onClose: () => void
}

/** Under one key as long as the dialog is open: a second press grants nothing more. */
export const GrantFunds = ({ params, name, onDone, onClose }: AskedAbout): ReactNode => {
  const id = useId()
  const [text, setText] = useState('')
  const [key] = useState(() => crypto.randomUUID())
  const act = async (reason: string): Promise<void> => {
    const amount = Number(text)
    await call('POST /api/operator/businesses/{businessId}/grant', { params, body: { amount, reason }, key })
    onDone(`${name} has ${inMoney(amount)} more.`)
  }
  return (
    <ActDialog title={`Grant ${name} funds`} confirm="Grant" act={act} onClose={onClose}>
      <p>Granted funds pay for texts at once. They are not paid back.</p>
      <div className={styles.field}>
        <label htmlFor={id}>Amount</label>
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
    </ActDialog>
  )
}
