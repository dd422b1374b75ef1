import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { BalanceResponse } from '../../contracts/ledger.ts'
import type { TopUpsResponse } from '../../contracts/payments.ts'
import { call } from '../lib/api.ts'
import { asks } from '../lib/asks.ts'
import { clearCheckout, markCheckoutStarted } from '../lib/checkout-flag.ts'
import { leaveFor, useAct } from '../lib/use-act.ts'
import { inMoney } from '../lib/words.ts'
import { Button } from '../ui/controls/button.tsx'
import { LoadError } from '../ui/feedback/load-error.tsx'
import { LoadingRows } from '../ui/feedback/loading.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { TabPage } from '../ui/layout/tab-page.tsx'
import { AmountChoice } from './amount-choice.tsx'
import { AutoTopUpSection } from './auto-top-up-section.tsx'
import { closeEarlierCheckout, landingOf } from './cancel-checkout.ts'
import { keepChosenAmount, lastChosenAmount } from './chosen-amount.ts'
import { onItsWayInWords } from './on-its-way.ts'
import { stripeWords } from './stripe-words.ts'
import { amountIn, amountProblem, availableWords, buysWords } from './top-up-amounts.ts'
import styles from './top-up-page.module.css'

/** Buying funds: how much, how many texts that is, and on to Stripe's own page. */
export const TopUpPage = (): ReactNode => {
  const funds = useQuery(asks('GET /api/funds/balance'))
  const offer = useQuery(asks('GET /api/top-ups'))
  return (
    <TabPage title="Add More Funds" lead={funds.data ? availableWords(funds.data.balance) : '\u00a0'}>
      {offer.data ? (
        <TopUpForm offer={offer.data} funds={funds.data} />
      ) : offer.isError ? (
        <LoadError what="The amounts could not be loaded." error={offer.error} retry={offer.refetch} />
      ) : (
        <LoadingRows count={3} label="Loading the amounts" />
      )}
      {!offer.isPending && <AutoTopUpSection balance={funds.data?.balance} />}
    </TabPage>
  )
}

const TopUpForm = ({
  offer,
  funds,
}: {
  offer: TopUpsResponse
  funds: BalanceResponse | undefined
}): ReactNode => {
  // A mail about a charge that failed leads here with its amount.
  const asked = useSearchParams()[0].get('amount')
  const [text, setText] = useState(
    () => asked ?? lastChosenAmount() ?? String(offer.presets[1] ?? offer.presets[0] ?? offer.least),
  )
  const problem = amountProblem(text, offer)
  const amount = amountIn(text)
  const navigate = useNavigate()
  const onItsWay = onItsWayInWords(funds?.onItsWay)
  const pay = useAct(async (wanted: number, key) => {
    // She may be back by Back: the page that she left can be paid until it is closed.
    const made = await closeEarlierCheckout(Date.now())
    if (made) return navigate(landingOf(made))
    keepChosenAmount(text)
    return leaveFor(await startCheckout(wanted, key))
  })
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!problem) pay.mutate(amount)
      }}
    >
      {onItsWay !== null && <Notice tone="wait">{onItsWay}</Notice>}
      <AmountChoice offer={offer} text={text} onChange={setText} problem={problem} />
      <p className={styles.buys} role="status">
        {problem ? '\u00a0' : buysWords(amount, offer, funds?.balance)}
      </p>
      {pay.isError && <Notice tone="bad">{stripeWords(pay.error)}</Notice>}
      <div className={styles.pay}>
        <Button type="submit" busy={pay.isPending} disabled={problem !== null}>
          {problem ? 'Continue to payment' : `Pay ${inMoney(amount)}`}
        </Button>
      </div>
      <p className={styles.note}>
        You pay on Stripe’s own page; we never see the card. Funds do not expire, and texts that wait for
        funds go out by themselves, oldest first.
      </p>
    </form>
  )
}

const startCheckout = async (amount: number, key: string): Promise<string> => {
  markCheckoutStarted(Date.now())
  try {
    const { checkoutUrl, sessionId } = await call('POST /api/top-ups', { key, body: { amount } })
    markCheckoutStarted(Date.now(), { checkoutUrl, sessionId })
    return checkoutUrl
  } catch (cause) {
    clearCheckout()
    throw cause
  }
}
