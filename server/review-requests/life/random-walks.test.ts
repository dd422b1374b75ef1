import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { FaultName } from '../../../sandbox/faults.ts'
import type { Invoice } from '../../../sandbox/xero/model/books.ts'
import { correctNumber } from '../../../test/support/correct-number.ts'
import { useProduct } from '../../../test/support/product.ts'
import { inboundOf, reportOf } from '../../../test/support/sms-door.ts'
import { createTrader, SEGMENT_CENTS, tellOf, type Trader } from '../../../test/support/trader.ts'
import { watchMoves, type SeenMove } from '../../../test/support/watch-moves.ts'
import { asBusiness } from '../../database/database.ts'
import type { Move } from '../../database/moves.ts'
import { fundsAdded } from '../../flows/funds/funds-added.ts'
import { bookTransfer } from '../../ledger/book-transfer.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/dates.ts'
import {
  cancelByOwner,
  holdByOwner,
  resumeByOwner,
  sendNowByOwner,
  undoCancelByOwner,
} from '../holding/owner-acts.ts'
import { Refusal } from '../../platform/errors.ts'
import { listStuck, settleStuck } from '../sending/unknown/stuck-attempts.ts'
import { ATTEMPT_MOVES, REQUEST_MOVES } from './text-life.ts'

const product = useProduct()
let seenMoves: () => Promise<SeenMove[]>

beforeAll(async () => {
  seenMoves = await watchMoves(product.databaseUrl, ['review_requests', 'send_attempts'])
})

const SHORT = 'Hi {firstName}, a review? {reviewLink}'

type Walk = { trader: Trader; invoices: { invoice: Invoice; isPaid: boolean }[] }

const LOST: FaultName[] = ['twilioTimeoutBeforeAccept', 'twilio5xx']
const TAKEN: FaultName[] = ['twilioTimeoutAfterAccept', 'twilio5xxAfterAccept']
/** The sandbox's gateway refuses the first as no mobile, and blocks the second, which replied STOP. */
const REFUSED = ['+61491578888', '+61491578957']

/** What can happen to a business and its texts, by name, so that a failing walk can be read. */
const EVENTS: Record<string, (walk: Walk, pick: number) => Promise<unknown> | void> = {
  paid: (walk) => tell(walk, walk.trader.paid()),
  'paid and sent at once': (walk) =>
    tell(walk, walk.trader.paid(), () => product.otherWorker()(`sync:${walk.trader.tenantId}`)),
  'paid by a number that is refused': (walk, pick) =>
    tell(walk, walk.trader.paid(walk.trader.customer(REFUSED[pick % 2]))),
  'payment undone': (walk, pick) => turnPayment(walk, pick, true),
  'first payment undone': (walk) => turnPayment(walk, 0, true),
  'paid again': (walk, pick) => turnPayment(walk, pick, false),
  tick: () => product.tick(),
  'a minute': () => passed(MINUTE_MS),
  'six minutes': () => passed(6 * MINUTE_MS),
  'half a day': () => passed(DAY_MS / 2),
  'eight days': () => passed(8 * DAY_MS),
  'two weeks without a worker': () => product.later(15 * DAY_MS),
  'expiry job': () => product.job('expire-waiting'),
  'no answer and not taken': (_walk, pick) =>
    product.sandbox.faults.ask({ [LOST[pick % 2]!]: { count: 3, ms: 1 } }),
  'no answer and taken': (_walk, pick) =>
    product.sandbox.faults.ask({ [TAKEN[pick % 2]!]: { count: 1, ms: 1 } }),
  'gateway busy': (_walk, pick) => product.sandbox.faults.ask({ twilio429: { count: 1 + (pick % 4) } }),
  'Xero offline': () => product.sandbox.faults.ask({ xero5xx: { count: 2 } }),
  'all well again': () => product.sandbox.faults.clear(),
  'worker killed': async ({ trader }) => {
    const { twilio } = product.parts
    const { send } = twilio
    twilio.send = () => Promise.reject(new Error('killed'))
    await trader.send().catch(() => undefined)
    twilio.send = send
  },
  report: async ({ trader }, pick) => {
    const { rows } = await attemptsOf(trader)
    const attempt = rows[pick % rows.length]
    if (!attempt) return
    const status = ['sent', 'delivered', 'undelivered', 'queued'][pick % 4]!
    await reportOf(product, attempt.id, { sid: attempt.message_sid ?? `SM${attempt.id}`, status })
  },
  /** Its worker was stopped after the call was made, until the attempt was looked for. */
  'refused after a pause': async ({ trader }) => {
    const { twilio } = product.parts
    const { send } = twilio
    twilio.send = async () => {
      product.later(2 * MINUTE_MS)
      await product.work('look:texts')
      return { kind: 'rejected', reason: 'other', code: '30000' }
    }
    await trader.send()
    twilio.send = send
  },
  /** One of which nothing is on record, as after a restore. */
  'text at the gateway': async ({ trader }, pick) => {
    const requests = await trader.requests()
    const { customer_phone: to, link_token: token } = requests[pick % requests.length] ?? {}
    if (!to) return
    const { twilio, publicUrl } = product.parts
    const body = `A review? ${publicUrl}/r/${token}`
    await twilio.send({ to, body, from: null, attemptId: crypto.randomUUID() })
    await product.job('look-for-forgotten')
    await product.tick()
  },
  'operator resends': () => settleAll('resend'),
  'operator fails it': () => settleAll('failStuck'),
  'replied STOP': async ({ trader }, pick) => {
    const requests = await trader.requests()
    const phone = requests[pick % requests.length]?.customer_phone
    if (phone) await inboundOf(product, { phone, body: 'STOP' })
  },
  'topped up': async ({ trader: { businessId } }) => {
    await asBusiness(product.db, businessId, async (trx) => {
      const reference = `cs_test_${crypto.randomUUID()}`
      await bookTransfer(trx, businessId, {
        kind: 'topup',
        reference,
        from: 'card',
        to: 'available',
        cents: 3 * SEGMENT_CENTS,
      })
      await fundsAdded(trx, businessId, product.now())
    })
  },
  /** Of the first attempt, in whatever state it is. */
  'late report': async ({ trader }) => {
    const [attempt] = (await attemptsOf(trader)).rows
    if (attempt) await reportOf(product, attempt.id, { sid: `SM${attempt.id}`, status: 'sent' })
  },
  refunded: async ({ trader }) => {
    const { available: cents } = await trader.balance()
    const reference = `re_test_${crypto.randomUUID()}`
    const { businessId } = trader
    if (cents > 0)
      await asBusiness(product.db, businessId, (trx) =>
        bookTransfer(trx, businessId, { kind: 'refund', reference, from: 'available', to: 'card', cents }),
      )
  },
  'long message': ({ trader }) =>
    trader.set({ template: `${'A review would help us. '.repeat(7)}{reviewLink}` }),
  'short message': ({ trader }) => trader.set({ template: SHORT }),
  'gateway loses all': () => product.sandbox.faults.ask({ twilio5xx: {} }),
  'switched off': ({ trader }) => trader.set({ automation_enabled: false }),
  'switched on': ({ trader }) => trader.set({ automation_enabled: true }),
  'closed until later': ({ trader }) => trader.openIn(120),
  'open always': ({ trader }) => trader.set({ sending_from: null, sending_until: null }),
  'a customer excluded': async ({ trader: { set, businessId } }) => {
    await set({ excluded_words: ['Green'] })
    await asBusiness(product.db, businessId, (trx) => product.parts.exclusionsChanged(trx, businessId))
  },
  'no customer excluded': ({ trader }) => trader.set({ excluded_words: [] }),
  'contact corrected': ({ trader, invoices }, pick) =>
    correctNumber(product, trader, invoices[pick % invoices.length]?.invoice.contactId),
  'owner cancels': (walk, pick) => decideOf(walk, pick, cancelByOwner),
  'owner undoes it': (walk, pick) => decideOf(walk, pick, undoCancelByOwner),
  'owner holds': (walk, pick) => decideOf(walk, pick, holdByOwner),
  'owner lets go': (walk, pick) => decideOf(walk, pick, resumeByOwner),
  'owner sends now': (walk, pick) => decideOf(walk, pick, sendNowByOwner),
}

/** One of the texts, whatever became of it: what cannot be done any more is refused. */
const decideOf = async ({ trader }: Walk, pick: number, act: typeof cancelByOwner): Promise<void> => {
  const { businessId } = trader
  const requests = await trader.requests()
  const { id } = requests[pick % requests.length] ?? {}
  if (!id) return
  await asBusiness(product.db, businessId, (trx) =>
    act(trx, { businessId, id, userId: crypto.randomUUID(), now: product.now(), isLive: false }),
  ).catch((cause: unknown) => {
    if (!(cause instanceof Refusal)) throw cause
  })
}

const settleAll = async (move: 'resend' | 'failStuck') => {
  const stuck = await listStuck(product.db, 10)
  await settleStuck(
    product.db,
    stuck.map(({ id }) => id),
    move,
  )
}

const tell = async ({ trader, invoices }: Walk, invoice: Invoice, sync = trader.sync): Promise<void> => {
  if (!invoices.some((known) => known.invoice.invoiceId === invoice.invoiceId))
    invoices.push({ invoice, isPaid: true })
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
  await sync()
}

/** The payment of one that is paid is undone, or one whose payment was undone is paid again. */
const turnPayment = async (walk: Walk, pick: number, isPaid: boolean): Promise<void> => {
  const some = walk.invoices.filter((known) => known.isPaid === isPaid)
  const known = some[pick % some.length]
  if (!known) return
  const { xero } = product.sandbox
  const turn = isPaid ? xero.undo : xero.pay
  turn(walk.trader.tenantId, known.invoice.invoiceId, { webhook: false })
  known.isPaid = !isPaid
  await tell(walk, known.invoice)
}

const passed = async (ms: number): Promise<void> => {
  product.later(ms)
  await product.tick()
}

const attemptsOf = async ({ businessId }: Trader) => ({
  rows: await product.db
    .selectFrom('send_attempts')
    .select(['id', 'message_sid'])
    .where('business_id', '=', businessId)
    .orderBy('claimed_at')
    .execute(),
})

const allowed = (table: string, moves: Record<string, Move<string>>): string[] =>
  Object.values(moves).flatMap(({ from, to }) =>
    (from.length === 0 ? [null] : from)
      .filter((state) => state !== to)
      .map((state) => lineOf(table, state, to)),
  )
const lineOf = (table: string, from: string | null, to: string): string => `${table}: ${from ?? '·'} → ${to}`

const TABLE = new Set([
  ...allowed('review_requests', REQUEST_MOVES),
  ...allowed('send_attempts', ATTEMPT_MOVES),
])

const walkOf = async (steps: [string, number][]): Promise<void> => {
  const walk: Walk = { trader: await createTrader(product, { fundsCents: 4 * SEGMENT_CENTS }), invoices: [] }
  await walk.trader.set({ template: SHORT })
  for (const [name, pick] of steps) await EVENTS[name]!(walk, pick)
  product.sandbox.faults.clear()
}

const NOT_FOUND = 'six minutes, six minutes, six minutes'

/** Walks to states that random walks reach seldom. */
const STORIES: string[] = [
  'paid, tick, report',
  'paid and sent at once, report',
  'paid, tick, tick, tick, tick, report',
  'paid by a number that is refused, tick',
  'no answer and taken, paid, tick, a minute',
  'closed until later, paid, payment undone, paid again, open always, tick',
  'closed until later, paid, eight days, eight days',
  'refunded, paid, tick, payment undone',
  'refunded, paid, tick, topped up, tick',
  'refunded, paid, tick, eight days, expiry job',
  'gateway busy, paid, tick, a minute, six minutes, all well again, six minutes',
  'gateway busy, paid, tick, late report',
  'gateway busy, paid, tick, contact corrected, all well again, tick',
  'gateway busy, paid, tick, two weeks without a worker, expiry job',
  'gateway busy, paid, tick, switched off, six minutes',
  `gateway loses all, paid, tick, closed until later, ${NOT_FOUND}, late report`,
  `gateway loses all, paid, tick, closed until later, ${NOT_FOUND}, all well again, refunded, open always, half a day, late report`,
  `gateway loses all, paid, tick, ${NOT_FOUND}, ${NOT_FOUND}, operator fails it, late report`,
  `gateway loses all, paid, tick, ${NOT_FOUND}, ${NOT_FOUND}, operator resends, all well again, tick`,
  `gateway loses all, paid, tick, closed until later, ${NOT_FOUND}, first payment undone, late report`,
  `gateway loses all, paid, tick, closed until later, ${NOT_FOUND}, two weeks without a worker, expiry job, late report`,
  'paid, refused after a pause',
  'closed until later, paid, owner holds, owner lets go, owner sends now',
  'closed until later, paid, owner holds, owner cancels, owner undoes it, open always, tick',
  'closed until later, paid, owner cancels, owner undoes it',
  'closed until later, paid, owner holds, two weeks without a worker, expiry job',
  'closed until later, paid, owner holds, text at the gateway',
  'closed until later, paid, owner holds, payment undone, paid again',
  'refunded, paid, tick, owner holds, owner sends now',
  'closed until later, paid, text at the gateway, report',
  'closed until later, refunded, paid, open always, tick, text at the gateway',
  'closed until later, paid, switched off, open always, half a day, text at the gateway',
  `long message, gateway loses all, paid, tick, all well again, short message, paid, paid, tick, paid, paid, tick,
   first payment undone, ${NOT_FOUND}, a minute`,
]

const RUNS = 25
const step = fc.tuple(
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('paid', 'tick', 'report') },
    fc.constantFrom(...Object.keys(EVENTS)),
  ),
  fc.nat(1000),
)

const straysSeen = async (): Promise<string[]> =>
  (await seenMoves()).map(({ table, from, to }) => lineOf(table, from, to)).filter((line) => !TABLE.has(line))

test('the moves of the table are all made by some story, so none of them stands there in vain', async () => {
  for (const story of STORIES) await walkOf(story.split(/,\s+/).map((name, place) => [name, place]))
  expect(await straysSeen()).toEqual([])
  const made = new Set((await seenMoves()).map(({ table, from, to }) => lineOf(table, from, to)))
  expect([...TABLE].filter((line) => !made.has(line))).toEqual([])
}, 240_000)

test('whatever befalls texts, in whatever order, they make the moves of the table and no other', async () => {
  const walks = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
    await walkOf(steps)
    expect(await straysSeen()).toEqual([])
  })
  await fc.assert(walks, { numRuns: RUNS, seed: 20_261_122, endOnFailure: true })
}, 240_000)
