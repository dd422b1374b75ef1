import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkoutMinutesLeft, checkoutUnderWay, clearCheckout, markCheckoutStarted } from './checkout-flag.ts'

const MINUTE = 60_000
const noon = Date.UTC(2026, 10, 20, 12)

beforeEach(() => {
  const kept = new Map<string, string>()
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  }
  vi.stubGlobal('window', { localStorage })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('a payment is in progress for sixty minutes and no longer [4.13] [9.6]', () => {
  expect(checkoutMinutesLeft(noon)).toBe(0)
  markCheckoutStarted(noon)
  expect(checkoutMinutesLeft(noon)).toBe(60)
  expect(checkoutMinutesLeft(noon + 59 * MINUTE + 1)).toBe(1)
  expect(checkoutMinutesLeft(noon + 60 * MINUTE)).toBe(0)
})

test('a finished payment blocks no sign-out', () => {
  markCheckoutStarted(noon)
  clearCheckout()
  expect(checkoutMinutesLeft(noon)).toBe(0)
})

test('the page of a payment is kept with it, to finish or cancel it', () => {
  const page = { checkoutUrl: 'https://checkout.stripe.com/c/pay/cs_1', sessionId: 'cs_1' }
  markCheckoutStarted(noon, page)
  expect(checkoutUnderWay(noon + MINUTE)).toEqual({ minutesLeft: 59, ...page })
  expect(checkoutUnderWay(noon + 60 * MINUTE)).toBeNull()
  markCheckoutStarted(noon, { ...page, checkoutUrl: 'javascript:alert(1)' })
  expect(checkoutUnderWay(noon)).toEqual({ minutesLeft: 60, sessionId: 'cs_1' })
})

test('a clock that was set back blocks a sign-out for no more than the hour', () => {
  markCheckoutStarted(noon)
  expect(checkoutMinutesLeft(noon - MINUTE)).toBe(0)
})

test('a browser without storage forgets, and does not break', () => {
  vi.stubGlobal('window', {
    get localStorage(): Storage {
      throw new Error('denied')
    },
  })
  markCheckoutStarted(noon)
  expect(checkoutMinutesLeft(noon)).toBe(0)
})
