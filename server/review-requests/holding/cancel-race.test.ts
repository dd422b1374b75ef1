import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useProduct } from '../../../test/support/product.ts'
import { signInTo, type Call } from '../../../test/support/signed-in.ts'
import { createTrader, SEGMENT_CENTS, type Trader } from '../../../test/support/trader.ts'
import { MINUTE_MS } from '../../platform/dates.ts'

const product = useProduct()

const ROUNDS = 25
const A_ROUND = 40
const PUT_OFF_ROUNDS = 5

/** Texts that are due now, each to a customer of its own; their ids. */
const due = async ({ businessId, tenantId }: Trader, round: number): Promise<string[]> => {
  const now = product.now()
  const { rows } = await sql<{ id: string }>`
    with one as (
      select gen_random_uuid() as invoice_id, n, ${round * A_ROUND} + n as number
      from generate_series(1, ${sql.lit(A_ROUND)}) n
    ), invoice as (
      insert into invoices (business_id, tenant_id, invoice_id, number, type, status, contact_id, contact_name, total,
                            amount_due, amount_paid, amount_credited, updated_at, found_by)
      select ${businessId}, ${tenantId}, invoice_id, 'INV-' || number, 'ACCREC', 'PAID', gen_random_uuid(), 'Sam Green',
             100, 0, 100, 0, ${now}, 'webhook' from one
      returning invoice_id
    ), decided as (
      insert into decisions (business_id, tenant_id, invoice_id, outcome, found_by, decided_at)
      select ${businessId}, ${tenantId}, invoice_id, 'scheduled', 'webhook', ${now} from invoice
      returning invoice_id
    )
    insert into review_requests (business_id, tenant_id, invoice_id, state, customer_name, customer_phone, phone_hash,
                                 phone_country, link_token, correlation_id, scheduled_at, due_at, meant_at, checked_at)
    select ${businessId}, ${tenantId}, invoice_id, 'scheduled', 'Sam Green', '+614' || (30000000 + number),
           decode(lpad(to_hex(number), 8, '0'), 'hex'), 'AU', 'race' || number, 'test', ${now}, ${now}, ${now}, ${now}
    from decided join one using (invoice_id)
    returning id`.execute(product.db)
  return rows.map(({ id }) => id)
}

/** Where the database did not answer in time, nothing was said: it is asked again. */
const wishOf = async (call: Call, id: string, wish: 'cancel' | 'hold') => {
  for (;;) {
    const { status, body } = await call('POST', `/api/review-requests/${id}/${wish}`)
    if (status !== 503) return { status, code: body['code'] }
  }
}

/** Until the next text is handed over: its claim is committed. */
const atGateway = (): Promise<void> =>
  new Promise((resolve) => {
    const { twilio } = product.parts
    const { send } = twilio
    twilio.send = (sms) => {
      twilio.send = send
      resolve()
      return send(sms)
    }
  })

type Fate = { id: string; state: string; phone: string; attempts: number; moved: number }
const fates = async ({ businessId }: Trader): Promise<Map<string, Fate>> => {
  const { rows } = await sql<Fate>`
    select r.id, r.state, r.customer_phone as phone,
           (select count(*) from send_attempts a
            where a.business_id = r.business_id and a.request_id = r.id) as attempts,
           (select count(*) from send_attempts a
            join transfers t on t.business_id = a.business_id and t.reference = a.id::text
            where a.business_id = r.business_id and a.request_id = r.id) as moved
    from review_requests r where r.business_id = ${businessId}`.execute(product.db)
  return new Map(rows.map((row) => [row.id, row]))
}

test('of 1,000 texts that are cancelled or held while they are sent, none goes that was said to be', async () => {
  const trader = await createTrader(product, { fundsCents: ROUNDS * A_ROUND * SEGMENT_CENTS })
  const { call } = await signInTo(product, trader.businessId)
  const otherWorker = product.otherWorker()
  const answers = new Map<string, { wish: string; status: number; code: unknown }>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const ids = await due(trader, round)
    // As a worker has it done while tables grow, which the tests' PostgreSQL does not do by itself.
    if (round % 5 === 1) await sql`analyze review_requests, invoices, send_attempts`.execute(product.db)
    const ask = async (id: string, index: number) => {
      const wish = index % 4 === 3 ? 'hold' : 'cancel'
      const { status, code } = await wishOf(call, id, wish)
      answers.set(id, { wish, status, code })
    }
    // By turns: the wishes come first, the texts are claimed first, or the senders begin amid the wishes.
    const before = (round * 7) % (A_ROUND + 1)
    const claimed = round % 5 === 1 ? atGateway() : undefined
    const early = round % 5 === 0 ? ids : claimed ? [] : ids.slice(0, before)
    const wishes = early.map(ask)
    // Some of them have their answer by now, the others are under way.
    await (round % 5 === 0 ? Promise.all(wishes) : wishes[Math.floor(early.length / 2)])
    const senders = [trader.send(), otherWorker(`send:${trader.businessId}`)]
    await claimed
    const late = ids.slice(early.length).map(async (id, at) => ask(id, early.length + at))
    await Promise.all([...wishes, ...senders, ...late])
  }
  product.later(30 * MINUTE_MS)
  await product.tick()

  const texted = product.sandbox.twilio.sent().map(({ to }) => to)
  const seen = { stopped: 0, held: 0, sent: 0 }
  for (const [id, fate] of await fates(trader)) {
    const { wish, status, code } = answers.get(id)!
    const texts = texted.filter((to) => to === fate.phone).length
    if (status === 200) {
      seen[wish === 'hold' ? 'held' : 'stopped'] += 1
      const state = wish === 'hold' ? 'held' : 'cancelled'
      expect({ ...fate, texts }).toMatchObject({ state, texts: 0, attempts: 0, moved: 0 })
    } else {
      seen.sent += 1
      expect(status).toBe(409)
      expect(['on-its-way', 'not-waiting']).toContain(code)
      expect({ ...fate, texts }).toMatchObject({ state: 'sent', texts: 1, attempts: 1, moved: 2 })
    }
  }
  expect(seen.stopped + seen.held + seen.sent).toBe(ROUNDS * A_ROUND)
  // Each side has won often: a fifth of the rounds are its own.
  expect(Math.min(seen.stopped, seen.held, seen.sent)).toBeGreaterThan(20)
  expect(await trader.balance()).toEqual({
    available: (ROUNDS * A_ROUND - seen.sent) * SEGMENT_CENTS,
    reserved: 0,
  })
}, 120_000)

test('of 200 texts that the gateway put off, none goes, and none is paid, that was said to be cancelled', async () => {
  const trader = await createTrader(product, { fundsCents: PUT_OFF_ROUNDS * A_ROUND * SEGMENT_CENTS })
  const { call } = await signInTo(product, trader.businessId)
  const answers = new Map<string, number>()
  for (let round = 0; round < PUT_OFF_ROUNDS; round += 1) {
    const ids = await due(trader, ROUNDS + round)
    product.sandbox.faults.ask({ twilio429: { count: A_ROUND } })
    await trader.send()
    product.sandbox.faults.clear()
    product.later(MINUTE_MS)
    const ask = async (id: string) => {
      answers.set(id, (await wishOf(call, id, 'cancel')).status)
    }
    // All of them against the claim, or some before it and some after it.
    const early = round % 2 === 0 ? ids : ids.slice(0, 7)
    const sender = round % 2 === 0 ? trader.send() : undefined
    for (const id of early) await ask(id)
    await (sender ?? Promise.all([trader.send(), atGateway().then(() => Promise.all(ids.slice(7).map(ask)))]))
  }
  await product.tick()
  const texted = product.sandbox.twilio.sent().map(({ to }) => to)
  let sent = 0
  for (const [id, fate] of await fates(trader)) {
    const texts = texted.filter((to) => to === fate.phone).length
    if (answers.get(id) === 200) expect({ ...fate, texts }).toMatchObject({ state: 'cancelled', texts: 0 })
    else expect({ ...fate, texts }).toMatchObject({ state: 'sent', texts: 1 })
    sent += texts
  }
  expect(Math.min(sent, PUT_OFF_ROUNDS * A_ROUND - sent)).toBeGreaterThan(5)
  expect(await trader.balance()).toEqual({
    available: (PUT_OFF_ROUNDS * A_ROUND - sent) * SEGMENT_CENTS,
    reserved: 0,
  })
}, 60_000)
