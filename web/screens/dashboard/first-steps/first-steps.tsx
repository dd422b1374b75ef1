import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { asks } from '../../../lib/asks.ts'
import { counted, inMoney } from '../../../lib/words.ts'
import { Check } from '../../../ui/feedback/check.tsx'
import { LoadingRows } from '../../../ui/feedback/loading.tsx'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx'
import { firstSteps, type FirstStep } from './first-steps-rules.ts'
import styles from './first-steps.module.css'
import { addressOf } from '../tabs.ts'

/** In place of an empty timeline: the way to the first request, step by step, with what is done already. */
export const FirstSteps = (): ReactNode => {
  const steps = useFirstSteps()
  if (!steps) return <LoadingRows count={4} label="Loading your first steps" />
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <section className={styles.card} aria-labelledby="first-steps">
      <h2 id="first-steps">Your first request will appear here</h2>
      <ol>
        {steps.map((step, index) => (
          <Step key={step.name} step={step} number={index + 1} isNext={step === next} />
        ))}
      </ol>
      <p className={styles.before}>
        Before anyone is texted:{' '}
        <Link to={addressOf('backtest')}>see what would have happened in the last 30 days</Link>.
      </p>
    </section>
  )
}

/** What could not be loaded counts as not done yet: its tab says what is wrong. */
const useFirstSteps = (): FirstStep[] | undefined => {
  const funds = useQuery(asks('GET /api/funds/balance'))
  const template = useQuery(asks('GET /api/sms/template'))
  const ledger = useQuery(asks('GET /api/funds/ledger', { query: {} }))
  const totals = useQuery(asks('GET /api/activity/totals', { query: {} }))
  const xero = useQuery(asks('GET /api/xero/status'))
  if ([funds, template, ledger, totals, xero].some(({ isPending }) => isPending)) return undefined
  return firstSteps(
    {
      balance: funds.data ?? { balance: 0 },
      template: template.data ?? { message: '', defaultMessage: '', isEnabled: true },
      movements: ledger.data?.movements ?? [],
      isXeroConnected: (xero.data?.status ?? 'connected') === 'connected',
      invoices: totals.data ?? { paid: 0, skipped: 0 },
    },
    { inMoney, counted },
  )
}

const Step = ({ step, number, isNext }: { step: FirstStep; number: number; isNext: boolean }): ReactNode => (
  <li data-done={step.isDone || undefined}>
    <span className={styles.mark} aria-hidden="true">
      {step.isDone ? <Check /> : number}
    </span>
    <div className={styles.words}>
      <h3>
        {step.name}
        {step.isDone && <VisuallyHidden>, done</VisuallyHidden>}
      </h3>
      <p>{step.words}</p>
    </div>
    {step.way && (
      <Link to={addressOf(step.way.tab)} className={isNext ? styles.next : styles.way}>
        {step.way.words}
      </Link>
    )}
  </li>
)
