import type { ReactNode } from 'react'
import { counted } from '../lib/words.ts'
import { Spinner } from '../ui/feedback/spinner.tsx'
import styles from './backtest.module.css'
import type { Reading } from './use-backtest.ts'

/** How far the books in Xero are read. It stands in a `status` that the result then comes into. */
export const ReadingBar = ({ reading }: { reading: Reading | null }): ReactNode => {
  const of = reading?.of ?? 0
  return (
    <div className={styles.reading}>
      <p>
        <Spinner />{' '}
        {of === 0 ? 'Asking Xero what was paid' : `Reading ${counted(of, 'paid invoice')} from Xero`}
      </p>
      <progress aria-label="Read from Xero" max={of || 1} value={reading?.read ?? 0} />
    </div>
  )
}
