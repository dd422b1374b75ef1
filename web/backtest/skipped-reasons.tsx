import type { ReactNode } from 'react'
import type { Backtest } from '../../contracts/backtest.ts'
import { inNumber } from '../lib/words.ts'
import styles from './backtest.module.css'
import { namesInWords } from './backtest-words.ts'

/** Why paid invoices would have led to no text, with a few of the customers. */
export const SkippedReasons = ({ skipped }: { skipped: Backtest['skipped'] }): ReactNode => (
  <ul className={styles.reasons}>
    {skipped.map((group) => (
      <li key={group.reason}>
        <b>{inNumber(group.count)}</b>
        <div>
          <p>{group.what}</p>
          {group.names.length > 0 && (
            <p className={styles.names} dir="auto">
              {namesInWords(group, { inNumber })}
            </p>
          )}
        </div>
      </li>
    ))}
  </ul>
)
