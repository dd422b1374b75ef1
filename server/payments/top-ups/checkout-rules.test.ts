import { expect, test } from 'vitest'
import { findTrouble } from './checkout-rules.ts'

type Order = Parameters<typeof findTrouble>[0]
type AtStripe = Parameters<typeof findTrouble>[1]

const PAGE: Order = {
  id: 'order',
  amount_cents: 2_000,
  currency: 'AUD',
  session_id: 'cs_1',
  is_automatic: false,
  payment_intent: null,
  customer_id: null,
}
const CARD: Order = {
  ...PAGE,
  session_id: null,
  is_automatic: true,
  payment_intent: 'pi_1',
  customer_id: 'cus_1',
}
const PAID: AtStripe = {
  sessionId: 'cs_1',
  reference: 'order',
  customerId: undefined,
  paymentIntentId: 'pi_1',
  isLive: false,
  amountCents: 2_000,
  currency: 'AUD',
}
const CHARGED: AtStripe = { ...PAID, sessionId: undefined, customerId: 'cus_1' }

test.each<[string, Partial<Order>, Partial<AtStripe>, string | undefined]>([
  ['is what was ordered', {}, {}, undefined],
  ['is of an order whose page is not known yet', { session_id: null }, {}, undefined],
  ['names another order', {}, { reference: 'other' }, 'another-checkout'],
  ['names none', {}, { reference: undefined }, 'another-checkout'],
  ['was made on another page', {}, { sessionId: 'cs_2' }, 'another-checkout'],
  ['was made on no page', { session_id: null }, { sessionId: undefined }, 'another-checkout'],
  ['moves real money', {}, { isLive: true }, 'live-mode'],
  ['is of another amount', {}, { amountCents: 1_999 }, 'amount'],
  ['is in another currency', {}, { currency: 'NZD' }, 'currency'],
])('a payment on a page that %s', (_, order, atStripe, trouble) => {
  expect(findTrouble({ ...PAGE, ...order }, { ...PAID, ...atStripe }, false)).toBe(trouble)
})

test.each<[string, Partial<Order>, Partial<AtStripe>, string | undefined]>([
  ['is what was ordered', {}, {}, undefined],
  ['is of an order whose payment is not known yet', { payment_intent: null }, {}, undefined],
  ['is another payment', {}, { paymentIntentId: 'pi_2' }, 'another-checkout'],
  ['is no payment', { payment_intent: null }, { paymentIntentId: undefined }, 'another-checkout'],
  ['was made on a page', {}, { sessionId: 'cs_1' }, 'another-checkout'],
  ['is of another customer', {}, { customerId: 'cus_2' }, 'another-customer'],
  ['is of no customer', {}, { customerId: undefined }, 'another-customer'],
])('a charge of the saved card that %s', (_, order, atStripe, trouble) => {
  expect(findTrouble({ ...CARD, ...order }, { ...CHARGED, ...atStripe }, false)).toBe(trouble)
})

test('a payment of the sandbox pays no order of real money', () => {
  expect(findTrouble(PAGE, PAID, true)).toBe('live-mode')
  expect(findTrouble(PAGE, { ...PAID, isLive: true }, true)).toBeUndefined()
})
