import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { asks } from '../../lib/asks.ts'
import { inMoney } from '../../lib/words.ts'
import styles from './funds-pill.module.css'
import { addressOf } from './tabs.ts'

/** What is left for texts, and the way to more. */
export const FundsPill = (): ReactNode => {
  const funds = useQuery(asks('GET /api/funds/balance'))
  const balance = funds.data?.balance
  const isEmpty = balance !== undefined && balance <= 0 && funds.data?.hasMoved
  return (
    <Link to={addressOf('account')} className={`${styles.pill} ${isEmpty ? styles.empty : ''}`}>
      Funds <b>{balance === undefined ? '–' : inMoney(balance)}</b>
    </Link>
  )
}
