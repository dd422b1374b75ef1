import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database.ts'
import { COMPARED, madeUpBusiness, writeBooks } from '../../../test/support/made-up-books.ts'
import { FROM, playBoth, REPLAY_DEPS, ZONE } from '../../../test/support/played-books.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/dates.ts'
import { NO_RULES } from '../../../test/support/no-rules.ts'
import { replayDecisions, type ReplaySettings } from './replay-decisions.ts'

const database = useDatabase()
const BUSINESSES = 20
const BOOKS_EACH = 50
const ASKS_MOST = { cooldown_days: 0 as const, smallest_cents: null, excluded_words: [], invoice_words: [] }
const PATIENCE = { timeout: 120_000 }

test(
  'a thousand made-up books are replayed as they were decided live, invoice by invoice',
  PATIENCE,
  async () => {
    const seed = Date.now() % 2 ** 31
    const drawn = fc.sample(madeUpBusiness(BOOKS_EACH), { numRuns: BUSINESSES, seed })
    drawn[0]!.settings.automation_enabled = false
    // Drawn for few businesses only: in one of 800 runs for none.
    Object.assign(drawn[1]!.settings, { smallest_cents: 5_000, invoice_words: [] })
    Object.assign(drawn[2]!.settings, { smallest_cents: null, invoice_words: ['warranty'] })
    Object.assign(drawn[3]!, { compares: COMPARED[0] })
    Object.assign(drawn[4]!, { compares: COMPARED[2] })
    const seen = new Set<string>()
    for (const [number, business] of drawn.entries()) {
      const { outcomes } = await playBoth(database.db, business, number + 1)
      for (const [at, { live, replayed }] of outcomes.entries()) {
        const book = JSON.stringify({ ...business, books: business.books[at] })
        expect(replayed, `seed ${seed}: business ${number}, book ${at}: ${book}`).toEqual(live)
        for (const word of Object.values(live)) seen.add(word)
      }
    }
    // A reason that no book met would not be compared at all.
    expect([...seen].toSorted()).toEqual([
      'automation_off',
      'below_smallest_amount',
      'bill',
      'cooldown',
      'country_not_served',
      'credit_note',
      'deposit_invoice',
      'excluded_contact',
      'excluded_invoice_word',
      'excluded_word',
      'landline',
      'left_out_by_chance',
      'no_mobile',
      'nothing_to_pay',
      'opted_out',
      'paid_before_go_live',
      'paid_in_future',
      'paid_too_long_ago',
      'scheduled',
    ])
  },
)

test('at a pace each text goes at the moment at which the replay has it', PATIENCE, async () => {
  // It once drew a turn at the very end of two weeks.
  const seed = 154_046_700
  const paces = [
    { perHour: 1, perDay: 1 },
    { perHour: 3, perDay: 9 },
    { perHour: 20, perDay: 60 },
  ]
  let inTurn = 0
  let tooLate = 0
  let optedOut = 0
  for (const [at, business] of fc.sample(madeUpBusiness(120), { numRuns: 6, seed }).entries()) {
    const pace = paces[at % paces.length]!
    // Enough texts that some come too late.
    if (pace.perDay === 1) business.settings = { ...business.settings, ...ASKS_MOST }
    const { outcomes, went, replayed } = await playBoth(database.db, business, 101 + at, pace)
    for (const book of outcomes) expect(book.replayed, `seed ${seed}: business ${at}`).toEqual(book.live)
    expect(replayed.texts, `seed ${seed}: business ${at}`).toEqual(went)
    inTurn += replayed.inTurn
    tooLate += replayed.tooLate
    optedOut += replayed.optedOut
  }
  expect(inTurn).toBeGreaterThan(50)
  expect(tooLate).toBeGreaterThan(0)
  expect(optedOut).toBeGreaterThan(0)
})

test('the cooldown counts from when a text went, which a delay and the pace put off', async () => {
  const drawn = fc.sample(madeUpBusiness(1), { numRuns: 1, seed: 1 })[0]!
  const kind = {
    enteredAfterDays: 0 as const,
    kind: 'paid' as const,
    fails: false,
    customer: 0,
    reference: undefined,
    total: 100 as const,
  }
  const customer = {
    phone: 'mobile' as const,
    name: 'Sam Green' as const,
    textedDaysBefore: undefined,
    optsOutAt: undefined,
  }
  const play = async (paid: { day: number; customer: number }[], settings: Partial<ReplaySettings>) => {
    const moments = paid.map(({ day }) => (day * DAY_MS) / MINUTE_MS)
    const payments = paid.map((one, moment) => ({ ...kind, ...one, moment }))
    const customers = [customer, customer, customer]
    const [book] = writeBooks({ ...drawn, moments, books: [{ customers, payments }] }, FROM, ZONE)
    const replayed = await replayDecisions(
      REPLAY_DEPS,
      book!.payments.map(({ invoice }) => ({ invoice, organisation: ORGANISATION })),
      { ...ANY_HOUR, ...settings },
    )
    return replayed.map((one) => (one.outcome === 'skipped' ? one.reason : one.outcome))
  }
  const days = (...at: number[]) =>
    play(
      at.map((day) => ({ day, customer: 0 })),
      { cooldownDays: 5, delayMinutes: (3 * DAY_MS) / MINUTE_MS },
    )
  expect(await days(0, 2, 7)).toEqual(['scheduled', 'cooldown', 'cooldown'])
  expect(await days(0, 8)).toEqual(['scheduled', 'scheduled'])
  const third = async (day: number) => {
    const first = [0, 1, 2].map((one) => ({ day: 0, customer: one }))
    const paid = [...first, { day, customer: 2 }]
    return (await play(paid, { cooldownDays: 1, pace: { perHour: 1, perDay: 1 } })).at(-1)
  }
  expect([await third(2), await third(4)]).toEqual(['cooldown', 'scheduled'])
})

const ORGANISATION = {
  tenantId: 'any',
  country: 'AU',
  timeZone: ZONE,
  isDemo: false,
  liveSince: FROM,
  currency: null,
}
const ANY_HOUR = {
  cooldownDays: 0,
  delayMinutes: 0,
  automationEnabled: true,
  isDeactivated: false,
  sendingFrom: null,
  sendingUntil: null,
  keepsDecentHours: false,
  askFirstAt: null,
  rules: NO_RULES,
  experiment: null,
  pace: null,
}
