import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { AutoTopUp } from '../../contracts/payments.ts'
import { asks } from '../lib/asks.ts'
import { inMoney } from '../lib/words.ts'
import { LoadError } from '../ui/feedback/load-error.tsx'
import { ToCome } from '../ui/layout/to-come.tsx'
import styles from './auto-top-up-section.module.css'
import { stateOf } from './auto-top-up-state.ts'

/** The state of automatic top-ups in one line, with a link to their settings. */
export const AutoTopUpLine = (): ReactNode => {
  const { data, error, refetch } = useQuery(asks('GET /api/auto-top-up'))
  const { data: funds } = useQuery(asks('GET /api/funds/balance'))
  if (error && !data)
    return <LoadError what="Your automatic top-up could not be loaded." error={error} retry={refetch} />
  if (data) return <Line words={inOneLine(data, funds?.balance)} link={data.isOn ? 'Change' : 'Set up'} />
  return (
    <ToCome>
      <Line words={OFF} link="Set up" />
    </ToCome>
  )
}

const Line = ({ words, link }: { words: string; link: string }): ReactNode => (
  <div className={styles.line}>
    <div>
      <p>Automatic top-up</p>
      <p className={styles.note}>{words}</p>
    </div>
    <Link to="/dashboard?tab=top-up#auto-top-up">{link}</Link>
  </div>
)

const OFF = 'Off: texts wait when your funds are used up.'

const inOneLine = (now: AutoTopUp, balance: number | undefined): string => {
  const state = stateOf(now, balance)
  if (state === 'off') return OFF
  if (state === 'no-card') return 'No card is saved yet, so nothing is charged.'
  if (state === 'paused') return 'Paused: nothing is charged until you have looked at it.'
  if (state === 'below-zero')
    return 'Your funds are below zero: nothing is charged until you add some yourself.'
  const terms = `${inMoney(now.amount)} from your card ending ${now.card!.last4} when funds fall below ${inMoney(now.threshold)}`
  return state === 'capped' ? `This month’s limit is reached. Otherwise: ${terms}.` : `On: ${terms}.`
}
