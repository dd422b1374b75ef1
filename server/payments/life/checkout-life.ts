import type { TopUpState } from '../../../contracts/payments.ts'
import type { Moves } from '../../database/moves.ts'

/**
 * The life of a checkout: an order that is paid on Stripe's page, or a charge of the saved card, which is an order
 * without a page. Only the files of this folder write `state`.
 */
export const CHECKOUT_MOVES = {
  order: { from: [], to: 'open', why: 'the owner orders, or the funds are low', by: 'write-checkouts' },
  process: {
    from: ['open'],
    to: 'processing',
    why: 'Stripe waits for the bank',
    by: 'write-checkouts',
  },
  pay: {
    from: ['open', 'processing', 'failed', 'expired'],
    to: 'paid',
    why: 'Stripe has the money',
    by: 'write-checkouts',
  },
  fail: {
    from: ['open', 'processing'],
    to: 'failed',
    why: 'the bank refused it, or the charge was never made',
    by: 'write-checkouts',
  },
  expire: {
    from: ['open', 'processing'],
    to: 'expired',
    why: 'its page was not used in time, never made, or is not known',
    by: 'write-checkouts',
  },
} as const satisfies Moves<TopUpState>

/** Reports may come out of order: a checkout makes the moves of the table and no other, and paid is its end. */
export const nextCheckoutState = (now: TopUpState, news: TopUpState): TopUpState =>
  Object.values<Moves<TopUpState>[string]>(CHECKOUT_MOVES).some(
    ({ from, to }) => to === news && from.includes(now),
  )
    ? news
    : now
