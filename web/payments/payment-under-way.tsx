import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import {
  checkoutUnderWay,
  clearCheckout,
  watchCheckout,
  type CheckoutUnderWay,
} from '../lib/checkout-flag.ts'
import { inWords, isStatus } from '../lib/problems.ts'
import { isPaymentQuery } from '../lib/session/session-rules.ts'
import { useMutation } from '../lib/use-mutation.ts'
import { Button, ButtonLink } from '../ui/controls/button.tsx'
import { showToast } from '../ui/feedback/toasts.tsx'
import { Passing } from '../ui/layout/in-turn.tsx'
import { cancelCheckout, isMade, landingOf } from './cancel-checkout.ts'
import styles from './payment-under-way.module.css'

/** A payment that this browser left for and that has not ended, to finish or cancel: she may be back by Back. */
export const PaymentUnderWay = (): ReactNode => {
  const underWay = useCheckoutUnderWay()
  const cancel = useCancel(underWay?.sessionId)
  if (!underWay) return null
  return (
    <Passing>
      <section className={styles.underWay} aria-label="Payment under way">
        <p>A payment is under way. Nothing is charged until you finish it.</p>
        <div className={styles.acts}>
          {underWay.checkoutUrl && (
            <ButtonLink look="plain" href={underWay.checkoutUrl}>
              Finish paying
            </ButtonLink>
          )}
          <Button look="ghost" busy={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel the payment
          </Button>
        </div>
      </section>
    </Passing>
  )
}

const useCheckoutUnderWay = (): CheckoutUnderWay | null => {
  const { search } = useLocation()
  const [underWay, setUnderWay] = useState(() =>
    isPaymentQuery(search) ? null : checkoutUnderWay(Date.now()),
  )
  useEffect(() => {
    const look = (): void => setUnderWay(checkoutUnderWay(Date.now()))
    const stopWatching = watchCheckout(look)
    const timer = setInterval(look, 60_000)
    return () => {
      stopWatching()
      clearInterval(timer)
    }
  }, [])
  return underWay
}

/** Without an id no page was opened, so there is nothing at Stripe to close. */
const useCancel = (sessionId: string | undefined) => {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      if (!sessionId) return 'expired'
      return cancelCheckout(sessionId)
    },
    onSuccess: async (state) => {
      clearCheckout()
      if (sessionId && isMade(state)) {
        await navigate(landingOf(sessionId))
        return
      }
      showToast('ok', 'The payment is cancelled. Nothing was charged.')
      await queries.invalidateQueries({ queryKey: ['funds'] })
    },
    onError: (error) => {
      // Of another account that uses this browser, too: nothing here can end it.
      if (isStatus(error, 404)) clearCheckout()
      showToast('bad', inWords(error))
    },
  })
}
