import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Ledger } from '../../ledger/ledger.tsx'
import { Statements } from '../../ledger/statements.tsx'
import { asks } from '../../lib/asks.ts'
import { inMoney } from '../../lib/words.ts'
import { NoticesSwitch } from '../../notices/notices-switch.tsx'
import { AutoTopUpLine } from '../../payments/auto-top-up-line.tsx'
import { OWED } from '../../payments/top-up-amounts.ts'
import { Receipts } from '../../payments/receipts.tsx'
import { LoadError } from '../../ui/feedback/load-error.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import styles from './funds-section.module.css'

/** What is left, what is set aside, and every movement behind it. */
export const FundsSection = ({ addFunds }: { addFunds: ReactNode }): ReactNode => {
  const { data, error, refetch } = useQuery(asks('GET /api/funds/balance'))
  const isOwed = data !== undefined && data.balance < 0
  return (
    <>
      <section className={styles.section} aria-labelledby="funds">
        <h2 id="funds">Funds</h2>
        {error && !data ? (
          <LoadError what="Your balance could not be loaded." error={error} retry={refetch} />
        ) : (
          <div className={styles.card}>
            <div>
              <p className={styles.label}>{isOwed ? 'You owe' : 'Available for texts'}</p>
              <p className={styles.money}>
                {data ? inMoney(Math.abs(data.balance)) : <Skeleton width="7rem" />}
              </p>
              <p className={styles.label}>
                {isOwed && OWED}
                {data && data.reserved > 0
                  ? ` ${inMoney(data.reserved)} more is set aside for texts on their way.`
                  : !isOwed && 'A text is paid for when it is sent, and not before.'}
              </p>
            </div>
            {addFunds}
          </div>
        )}
        <div className={styles.rows}>
          <AutoTopUpLine />
          <NoticesSwitch />
        </div>
      </section>
      <section className={styles.section} aria-labelledby="movements">
        <h2 id="movements">Movements and statements</h2>
        <Statements />
        <Ledger />
      </section>
      {/* Last: they come late, and nobody knows how many. */}
      <Receipts />
    </>
  )
}
