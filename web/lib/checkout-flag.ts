import { recall, remember } from './browser-storage.ts'

export const CHECKOUT_MINUTES = 60
const KEY = 'goodword.checkout-started'

/** Set when the owner leaves for the payment page, so that nobody signs her out meanwhile. */
export const markCheckoutStarted = (now: number): void => remember('local', KEY, String(now))

export const clearCheckout = (): void => remember('local', KEY, null)

/** Minutes until the flag lapses; 0 when no payment is in progress. */
export const checkoutMinutesLeft = (now: number): number => {
  const startedAt = Number(recall('local', KEY) ?? Number.NaN)
  const left = startedAt + CHECKOUT_MINUTES * 60_000 - now
  return left > 0 && startedAt <= now ? Math.ceil(left / 60_000) : 0
}
