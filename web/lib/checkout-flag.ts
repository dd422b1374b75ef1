import { readStorage, writeStorage } from './browser-storage.ts'

export const CHECKOUT_MINUTES = 60
const KEY = 'goodword.checkout-started'

/** Stripe's page, and what Stripe calls it. */
export type CheckoutPage = { checkoutUrl?: string; sessionId?: string }
export type CheckoutUnderWay = CheckoutPage & { minutesLeft: number }

const listeners = new Set<() => void>()

/** Set when the owner leaves for the payment page: until it lapses, signing out is refused. */
export const markCheckoutStarted = (now: number, page: CheckoutPage = {}): void =>
  writeStorage('local', KEY, JSON.stringify({ ...page, startedAt: now }))

export const clearCheckout = (): void => {
  writeStorage('local', KEY, null)
  lookAtCheckout()
}

/** Those who show a payment that is under way look again. */
export const lookAtCheckout = (): void => listeners.forEach((look) => look())

/** The payment that this browser left for and that has not ended; null when there is none, or its hour is over. */
export const checkoutUnderWay = (now: number): CheckoutUnderWay | null => {
  const { startedAt, checkoutUrl, sessionId } = readFlag()
  const left = startedAt + CHECKOUT_MINUTES * 60_000 - now
  if (!(left > 0 && startedAt <= now)) return null
  return {
    minutesLeft: Math.ceil(left / 60_000),
    ...(checkoutUrl && /^https?:/.test(checkoutUrl) && { checkoutUrl }),
    ...(sessionId && { sessionId }),
  }
}

/** Minutes until the flag lapses; 0 when no payment is in progress. */
export const checkoutMinutesLeft = (now: number): number => checkoutUnderWay(now)?.minutesLeft ?? 0

/** Calls back when it may have begun or ended, here or in another tab. */
export const watchCheckout = (look: () => void): (() => void) => {
  listeners.add(look)
  window.addEventListener('storage', look)
  return () => {
    listeners.delete(look)
    window.removeEventListener('storage', look)
  }
}

const readFlag = (): CheckoutPage & { startedAt: number } => {
  try {
    const flag: unknown = JSON.parse(readStorage('local', KEY) ?? '')
    // A number is what an earlier release wrote.
    return typeof flag === 'number' ? { startedAt: flag } : (flag as CheckoutPage & { startedAt: number })
  } catch {
    return { startedAt: Number.NaN }
  }
}
