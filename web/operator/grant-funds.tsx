import { useId, useRef, useState, type ReactNode } from 'react'
import { call } from '../lib/api.ts'
import { ambiguousWords, readAmount } from '../lib/typed-amounts.ts'
import { inMoney } from '../lib/words.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { ActDialog } from './act-dialog.tsx'
import styles from './console.module.css'

export type AskedAbout = {
  params: { businessId: string }
  name: string
  onDone: (words: string) => void
  onClose: () => void
}

/** Under one key for the same amount: a second press grants nothing more, and another amount is another grant. */
export const GrantFunds = ({ params, name, onDone, onClose }: AskedAbout): ReactNode => {
  const id = useId()
  const [text, setText] = useState('')
  const read = readAmount(text)
  const kept = useRef<{ amount: number; key: string } | null>(null)
  const act = async (reason: string): Promise<void> => {
    if (read.is === 'ambiguous') return
    const amount = read.is === 'amount' ? read.amount : 0
    if (kept.current?.amount !== amount) kept.current = { amount, key: crypto.randomUUID() }
    const { key } = kept.current
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
      {read.is === 'ambiguous' && <Notice tone="bad">{ambiguousWords(text)}</Notice>}
    </ActDialog>
  )
}
