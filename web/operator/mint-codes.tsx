import { useId, useRef, useState, type ReactNode } from 'react'
import { MOST_CODES } from '../../contracts/shared/operator-terms.ts'
import { call } from '../lib/api.ts'
import { counted, inNumber } from '../lib/words.ts'
import { ActDialog } from './act-dialog.tsx'
import styles from './console.module.css'

/** New codes under a name, with a last day where they shall have one. Pressed again, the same are minted once. */
export const MintCodes = ({
  onDone,
  onClose,
}: {
  onDone: (words: string) => void
  onClose: () => void
}): ReactNode => {
  const id = useId()
  const [batch, setBatch] = useState('')
  const [count, setCount] = useState('100')
  const [expiresOn, setExpiresOn] = useState('')
  const kept = useRef<{ wanted: string; key: string } | null>(null)
  const act = async (reason: string): Promise<void> => {
    const wanted = { batch: batch.trim(), count: Number(count), expiresOn: expiresOn || null }
    const written = JSON.stringify(wanted)
    if (kept.current?.wanted !== written) kept.current = { wanted: written, key: crypto.randomUUID() }
    await call('POST /api/operator/codes', { body: { ...wanted, reason }, key: kept.current.key })
    onDone(`${counted(wanted.count, 'code')} minted in ${wanted.batch}.`)
  }
  return (
    <ActDialog title="Mint codes" confirm="Mint" act={act} onClose={onClose}>
      <div className={styles.field}>
        <label htmlFor={`${id}-batch`}>Batch</label>
        <input
          id={`${id}-batch`}
          autoComplete="off"
          placeholder="spring-fair"
          value={batch}
          onChange={(event) => setBatch(event.target.value)}
        />
      </div>
      <div className={styles.field}>
        <label htmlFor={`${id}-count`}>How many, at most {inNumber(MOST_CODES)}</label>
        <input
          id={`${id}-count`}
          inputMode="numeric"
          autoComplete="off"
          value={count}
          onChange={(event) => setCount(event.target.value)}
        />
      </div>
      <div className={styles.field}>
        <label htmlFor={`${id}-end`}>Last day of those that nobody claims, if any</label>
        <input
          id={`${id}-end`}
          type="date"
          value={expiresOn}
          onChange={(event) => setExpiresOn(event.target.value)}
        />
      </div>
    </ActDialog>
  )
}
