import { beforeEach, expect } from 'vitest'
import type { ReviewRequest } from '../../contracts/review-requests.ts'
import type { Invoice } from '../../sandbox/xero/model/books.ts'
import type { Product } from './product.ts'
import { signInTo, type Call } from './signed-in.ts'
import { createTrader, tellOf, type Customer, type Trader } from './trader.ts'

type Wish = 'cancel' | 'undo-cancel' | 'hold' | 'resume' | 'send-now'
type Answered = { status: number; code: unknown; detail: unknown; request: ReviewRequest }

export type Wishes = {
  readonly trader: Trader
  readonly call: Call
  /** Another business, whose owner is signed in from here on. */
  begin: (options?: Parameters<typeof createTrader>[1]) => Promise<void>
  /** The same owner, after her session has ended. */
  signIn: () => Promise<void>
  /** A text that is decided, and is due now. */
  decided: (customer?: Customer) => Promise<Invoice>
  /** A text that waits for the sending hours, which open in so many minutes. */
  waiting: (minutes?: number, customer?: Customer) => Promise<Invoice>
  /** What the owner asks for, of the text of this invoice. */
  ask: (wish: Wish, invoice: Invoice) => Promise<Answered>
  /** The same, which must be done: the text as it is then. */
  done: (wish: Wish, invoice: Invoice) => Promise<ReviewRequest>
  stateOf: (invoice: Invoice) => Promise<string>
  passed: (ms: number) => Promise<void>
}

/** An owner, signed in, who decides about single texts, anew for each test. */
export const useWishes = (product: Product): Wishes => {
  let now: { trader: Trader; call: Call } | undefined
  const wishes: Wishes = {
    get trader() {
      return now!.trader
    },
    get call() {
      return now!.call
    },
    begin: async (options) => {
      const trader = await createTrader(product, options)
      now = { trader, call: (await signInTo(product, trader.businessId)).call }
    },
    signIn: async () => {
      now!.call = (await signInTo(product, now!.trader.businessId)).call
    },
    decided: async (customer) => {
      const { trader } = wishes
      const invoice = trader.paid(customer)
      await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
      await trader.sync()
      return invoice
    },
    waiting: async (minutes = 60, customer) => {
      await wishes.trader.openIn(minutes)
      return wishes.decided(customer)
    },
    ask: async (wish, invoice) => {
      const { id } = await wishes.trader.request(invoice)
      const { status, body } = await wishes.call('POST', `/api/review-requests/${id}/${wish}`)
      return {
        status,
        code: body['code'],
        detail: body['detail'],
        request: body['request'] as ReviewRequest,
      }
    },
    done: async (wish, invoice) => {
      const answer = await wishes.ask(wish, invoice)
      expect(answer).toMatchObject({ status: 200 })
      return answer.request
    },
    stateOf: async (invoice) => (await wishes.trader.request(invoice)).state,
    passed: async (ms) => {
      product.later(ms)
      await product.tick()
    },
  }
  beforeEach(() => wishes.begin())
  return wishes
}
