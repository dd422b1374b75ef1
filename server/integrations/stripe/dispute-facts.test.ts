import type { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { disputeFacts } from './stripe-facts.ts'

type Movement = { amount: number; currency?: string; exchange_rate?: number | null }
type Told = { refunded: number; charged?: number; status?: string }

const lost = (amount: number, movements: Movement[], { refunded, charged = amount, status = 'lost' }: Told) =>
  disputeFacts({
    id: 'du_1',
    amount,
    currency: 'gbp',
    status,
    charge: { id: 'ch_1', amount: charged, amount_refunded: refunded },
    payment_intent: 'pi_1',
    balance_transactions: movements,
  } as unknown as Stripe.Dispute).returnedCents

test.each<[string, number, Movement[], Told, number]>([
  ['gives nothing back', 5_000, [{ amount: -5_000 }], { refunded: 1_000 }, 0],
  [
    'gives back what was refunded',
    5_000,
    [{ amount: -5_000 }, { amount: 1_000 }],
    { refunded: 1_000 },
    1_000,
  ],
  [
    'gives it back in the currency of the account, whose rate is not told',
    5_000,
    [
      { amount: -9_900, currency: 'aud', exchange_rate: null },
      { amount: 1_980, currency: 'aud', exchange_rate: null },
    ],
    { refunded: 1_000 },
    1_000,
  ],
  [
    'gives it back at a rate that has changed',
    5_000,
    [
      { amount: -9_900, currency: 'aud', exchange_rate: 1.98 },
      { amount: 2_050, currency: 'aud', exchange_rate: 2.05 },
    ],
    { refunded: 1_000 },
    1_000,
  ],
  [
    'gives it back at a rate that has fallen',
    5_000,
    [
      { amount: -9_900, currency: 'aud', exchange_rate: 1.98 },
      { amount: 1_900, currency: 'aud', exchange_rate: 1.9 },
    ],
    { refunded: 1_000 },
    1_000,
  ],
  [
    'is corrected by some cents, and nothing was refunded',
    6_500,
    [{ amount: -6_500 }, { amount: 50 }],
    { refunded: 0 },
    0,
  ],
  [
    'is given back as a whole, and taken again without what was refunded',
    5_000,
    [{ amount: -5_000 }, { amount: 5_000 }, { amount: -4_000 }],
    { refunded: 1_000 },
    1_000,
  ],
  [
    'is of what was not refunded, and is corrected by some cents',
    4_000,
    [{ amount: -4_000 }, { amount: 50 }],
    { charged: 5_000, refunded: 1_000 },
    0,
  ],
  [
    'is of what was not refunded, and of a part of what was',
    4_500,
    [{ amount: -4_500 }, { amount: 1_000 }],
    { charged: 5_000, refunded: 1_000 },
    500,
  ],
  [
    'is of less than was not refunded',
    2_000,
    [{ amount: -2_000 }, { amount: 100 }],
    { charged: 5_000, refunded: 1_000 },
    0,
  ],
  [
    'is of what was refunded as a whole',
    5_000,
    [{ amount: -5_000 }, { amount: 5_000 }],
    { refunded: 5_000 },
    5_000,
  ],
  [
    'is won, and lost after all',
    5_000,
    [{ amount: -5_000 }, { amount: 5_000 }, { amount: -5_000 }],
    { refunded: 0 },
    0,
  ],
  [
    'is not over',
    5_000,
    [{ amount: -5_000 }, { amount: 1_000 }],
    { refunded: 1_000, status: 'under_review' },
    0,
  ],
  ['is won', 5_000, [{ amount: -5_000 }, { amount: 5_000 }], { refunded: 1_000, status: 'won' }, 5_000],
])('a dispute that %s', (_, amount, movements, charge, returnedCents) => {
  expect(lost(amount, movements, charge)).toBe(returnedCents)
})
