import { readStorage, writeStorage } from './browser-storage.ts'

export const CHECKOUT_MINUTES = 60
const KEY = 'goodword.checkout-started'

/** Set when the owner leaves for the payment page: until it lapses, signing out is refused. */
export const markCheckoutStarted = (now: number): void => writeStorage('local', KEY, String(now))

export const clearCheckout = (): void => writeStorage('local', KEY, null)

/** Minutes until the flag lapses; 0 when no payment is in progress. */
export const checkoutMinutesLeft = (now: number): number => {
  const startedAt = Number(readStorage('local', KEY) ?? Number.NaN)
  const left = startedAt + CHECKOUT_MINUTES * 60_000 - now
  return left > 0 && startedAt <= now ? Math.ceil(left / 60_000) : 0
}
