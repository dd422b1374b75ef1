import { checkoutMinutesLeft, lookAtCheckout, watchCheckout } from '../lib/checkout-flag.ts'
import { showToast } from '../ui/feedback/toasts.tsx'

const WORDS = {
  'sign-out': ['you stay signed in', 'sign out'],
  deactivate: ['your account stays active', 'deactivate it'],
  erase: ['your business stays', 'erase it'],
}

/** True, and said in words, while a payment is in progress in this browser: what would end the session has to wait. */
export const refuseWhilePaying = (now: number, what: keyof typeof WORDS): boolean => {
  const minutes = checkoutMinutesLeft(now)
  if (minutes === 0) return false
  const [kept, act] = WORDS[what]
  const later = minutes === 1 ? 'one minute' : `${minutes} minutes`
  lookAtCheckout()
  const dismiss = showToast(
    'bad',
    `A payment is in progress, so ${kept}. Finish or cancel it first, at the top of the page; after ${later} you can ${act} in any case.`,
  )
  const stopWatching = watchCheckout(() => {
    if (checkoutMinutesLeft(Date.now()) > 0) return
    dismiss()
    stopWatching()
  })
  return true
}
