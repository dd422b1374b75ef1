import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { asks } from '../../lib/asks.ts'
import { PaymentUnderWay } from '../../payments/payment-under-way.tsx'
import { fundsWords, offWords } from './banner-words.ts'
import styles from './banners.module.css'
import { warnOfFunds, type FundsWarning } from './funds-rules.ts'
import { PaymentBanner } from './payment-banner.tsx'
import { addressOf, TABS, type Tab } from './tabs.ts'
import { TurnBanner } from './turn-banner.tsx'

/**
 * What needs attention, on every tab, the most urgent first: without a connection no funds send a text. All of it at
 * once, when `isSettled`, so that one does not push the other.
 */
export const Banners = ({ current, isSettled }: { current: Tab; isSettled: boolean }): ReactNode => (
  <div className={styles.banners}>
    <PaymentBanner />
    <PaymentUnderWay />
    {isSettled && (
      <>
        <ConnectionBanner tab="xero" current={current} />
        <ConnectionBanner tab="google" current={current} />
        <FundsBanner current={current} />
        <OffBanner current={current} />
        <TurnBanner />
      </>
    )}
  </div>
)

/** What the banners tell is asked ahead of the first screen. */
export const BANNER_QUESTIONS = [
  asks('GET /api/funds/balance'),
  asks('GET /api/review-requests/summary'),
  asks('GET /api/sms/template'),
  asks('GET /api/xero/status'),
  asks('GET /api/google/status'),
] as const

/**
 * True once each of the banners' queries has an answer or has failed once, and from then on: a banner that appears asks
 * again what has failed, and would go meanwhile, for ever.
 */
export const useAreBannersKnown = (): boolean => {
  const [balance, summary, template, xero, google] = BANNER_QUESTIONS
  const answers = [
    useQuery(balance),
    useQuery(summary),
    useQuery(template),
    useQuery<unknown>(xero),
    useQuery<unknown>(google),
  ]
  return answers.every(({ isFetched, failureCount }) => isFetched || failureCount > 0)
}

const FundsBanner = ({ current }: { current: Tab }): ReactNode => {
  const { data } = useQuery(asks('GET /api/funds/balance'))
  const { data: summary } = useQuery(asks('GET /api/review-requests/summary'))
  const isOff = useQuery(asks('GET /api/sms/template')).data?.isEnabled === false
  const coming = data?.onItsWay || undefined
  const warning = data ? warnOfFunds(data, summary ?? NOT_KNOWN) : null
  const isSaidBelow = current === 'top-up' && coming !== undefined
  if (!warning || (isSaidBelow && !('texts' in warning))) return null
  const { look, name } = BANNERS[warning.kind]
  return (
    <section className={`${styles.banner} ${styles[look]}`} aria-label={name}>
      <p>{fundsWords(warning, isOff, isSaidBelow ? undefined : coming)}</p>
      {current !== 'top-up' && (
        <Link to={addressOf('top-up')} className={look === 'bad' ? styles.strong : styles.quiet}>
          {TABS['top-up']}
        </Link>
      )}
    </section>
  )
}

const NOT_KNOWN = { fundsLastDays: null, fundsCoverOldest: true, waitingForFunds: 0 }

const BANNERS: Record<FundsWarning['kind'], { look: string; name: string }> = {
  unfunded: { look: 'warn', name: 'No funds yet' },
  empty: { look: 'bad', name: 'Low funds' },
  owed: { look: 'bad', name: 'Low funds' },
  waiting: { look: 'bad', name: 'Low funds' },
  short: { look: 'bad', name: 'Low funds' },
  low: { look: 'warn', name: 'Low funds' },
}

/** Shown on every tab but the one with the switch. */
const OffBanner = ({ current }: { current: Tab }): ReactNode => {
  const { data } = useQuery(asks('GET /api/sms/template'))
  const { data: summary } = useQuery(asks('GET /api/review-requests/summary'))
  if (data?.isEnabled !== false || current === 'sms') return null
  return (
    <section className={`${styles.banner} ${styles.warn}`} aria-label="Review requests off">
      <p>
        {data.paused
          ? `Our support has paused your review requests: “${data.paused.reason}”`
          : offWords(summary ? summary.scheduled + summary.waitingForFunds : 0)}
      </p>
      <Link to={addressOf('sms')} className={styles.quiet}>
        {`Open ${TABS.sms}`}
      </Link>
    </section>
  )
}

const QUESTIONS = { xero: 'GET /api/xero/status', google: 'GET /api/google/status' } as const
const NAMES = { xero: 'Xero', google: 'Google' }

/** A connection that fails stops the texts: shown on every tab but its own, which has the details. */
const ConnectionBanner = ({ tab, current }: { tab: 'xero' | 'google'; current: Tab }): ReactNode => {
  const { data } = useQuery<{ status: string; message: string | null }>(asks(QUESTIONS[tab]))
  if (!data || data.status === 'connected' || current === tab) return null
  return (
    <section className={`${styles.banner} ${styles.bad}`} aria-label={`${NAMES[tab]} connection`}>
      <p>
        {data.status === 'error' && data.message
          ? data.message
          : `${NAMES[tab]} is not connected, so no texts go out.`}
      </p>
      <Link to={addressOf(tab)} className={styles.quiet}>
        {`Open ${TABS[tab]}`}
      </Link>
    </section>
  )
}
