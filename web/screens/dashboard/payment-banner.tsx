import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useState, type ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { asks } from '../../lib/asks.ts'
import { clearCheckout, lookAtCheckout } from '../../lib/checkout-flag.ts'
import { useNow } from '../../lib/use-now.ts'
import { inMoney } from '../../lib/words.ts'
import { closeEarlierCheckout, landingOf } from '../../payments/cancel-checkout.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { paymentJustMade, PAYMENT_BANNER_MS, REFETCH_EVERY_MS, shouldRefetch } from './funds-rules.ts'

type Closing = 'under-way' | 'closed' | 'failed'
const CANCELLED: Record<Closing, string> = {
  'under-way': 'Payment cancelled.',
  closed: 'Payment cancelled. Nothing was charged.',
  failed: 'Payment cancelled. Its page could not be closed: nothing is charged unless you finish it there.',
}

/** How a payment ended, for five seconds; then it is removed from the address. */
export const PaymentBanner = (): ReactNode => {
  const [params, setParams] = useSearchParams()
  // As it was on arrival: what else the address says may change while the banner shows.
  const [payment, setPayment] = useState(() => params.get('payment'))
  const isKnown = payment === 'success' || payment === 'cancelled'
  // Once it was said, also where Back leads to that address again.
  useLayoutEffect(() => {
    if (payment !== null || !params.has('payment')) return
    params.delete('payment')
    setParams(params, { replace: true })
  })
  const navigate = useNavigate()
  const [closing, setClosing] = useState<Closing>('under-way')
  const close = useEffectEvent(async (): Promise<void> => {
    try {
      const made = await closeEarlierCheckout(Date.now())
      clearCheckout()
      if (made) await navigate(landingOf(made), { replace: true })
      else setClosing('closed')
    } catch {
      // It stays under way, with a button that cancels it.
      lookAtCheckout()
      setClosing('failed')
    }
  })
  // The page that she turned back from can be paid until it is closed.
  useEffect(() => {
    if (payment === 'cancelled') void close()
    else if (payment === 'success') clearCheckout()
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  useEffect(() => {
    if (!isKnown) return undefined
    const timer = setTimeout(setPayment, PAYMENT_BANNER_MS, null)
    return () => clearTimeout(timer)
  }, [isKnown])
  useArrivingFunds(payment === 'success')

  if (!isKnown) return null
  if (payment === 'success') return <Paid />
  return <Notice tone="wait">{CANCELLED[closing]}</Notice>
}

/** The address proves nothing: a payment is confirmed only when our own record has it. */
const Paid = (): ReactNode => {
  const now = useNow()
  const { data, isPending, failureCount } = useQuery({
    ...asks('GET /api/top-ups'),
    refetchInterval: ({ state }) =>
      paymentJustMade(state.data?.topUps, now) === null ? REFETCH_EVERY_MS : false,
  })
  const amount = paymentJustMade(data?.topUps, now)
  // Mostly it is confirmed already: words that say otherwise would flash.
  if (isPending && failureCount === 0) {
    return (
      <Notice tone="wait">
        <Spinner />
      </Notice>
    )
  }
  return amount === null ? (
    <Notice tone="wait">
      We are checking whether your payment has arrived. Your funds show it as soon as it is confirmed.
    </Notice>
  ) : (
    <Notice tone="ok">{`Payment received: ${inMoney(amount)}. Thank you.`}</Notice>
  )
}

/** The money may take a moment: asks for the balance again while it is 0, also after the banner has closed. */
const useArrivingFunds = (hasPaid: boolean): void => {
  const [refetches, setRefetches] = useState(0)
  const { data, refetch } = useQuery(asks('GET /api/funds/balance'))
  const [isWaiting] = useState(hasPaid)
  const balance = data?.balance
  useEffect(() => {
    if (!isWaiting || !shouldRefetch(balance, refetches)) return undefined
    const timer = setTimeout(() => {
      setRefetches(refetches + 1)
      void refetch()
    }, REFETCH_EVERY_MS)
    return () => clearTimeout(timer)
  }, [isWaiting, refetches, balance, refetch])
}
