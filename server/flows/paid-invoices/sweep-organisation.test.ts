import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { asOwner, useProduct } from '../../../test/support/product.ts'
import { createTrader, tellOf, type Trader } from '../../../test/support/trader.ts'
import { MINUTE_MS } from '../../platform/dates.ts'

const product = useProduct()
let trader: Trader

beforeEach(async () => {
  trader = await createTrader(product)
})

const SECONDS_OF_HOUR = 3_600
/** Turns the clock on until the second of the hour that the organisation’s id gives it is so many minutes away. */
const momentIn = (minutes: number) => {
  const itsSecond = Number.parseInt(trader.tenantId.slice(-7), 16) % SECONDS_OF_HOUR
  const now = Math.floor(product.now().getTime() / 1_000) % SECONDS_OF_HOUR
  product.later(((itsSecond - now - minutes * 60 + 2 * SECONDS_OF_HOUR) % SECONDS_OF_HOUR) * 1_000)
}

const sweep = () => product.job('sweep-organisation', trader)
const cursor = async () => {
  const { sweep_cursor } = await product.db
    .selectFrom('organisations')
    .select('sweep_cursor')
    .where('tenant_id', '=', trader.tenantId)
    .executeTakeFirstOrThrow()
  return sweep_cursor!.getTime()
}
const missed = async () => (await product.readings())['goodword_webhooks_missed_total'] ?? 0
const pageCalls = () =>
  product.sandbox.xero
    .calls()
    .filter(({ tenantId, path }) => tenantId === trader.tenantId && path.includes('Statuses=PAID'))

/** Organisations that wait for a job of this name. */
const waitingFor = (task: string) =>
  asOwner(product.databaseUrl, async (pool) => {
    const { rows } = await pool.query<{ tenant: string }>(
      `select j.payload->>'tenantId' as tenant from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = $1`,
      [task],
    )
    await pool.query('delete from graphile_worker._private_jobs')
    return rows.map(({ tenant }) => tenant)
  })

test('a paid invoice whose webhook never came is found, texted, and counted as missed', async () => {
  const before = await missed()
  const invoice = trader.paid()
  await sweep()
  await product.tick()
  expect(trader.texts()).toHaveLength(1)
  expect(await trader.decision(invoice)).toBe('scheduled')
  expect((await missed()) - before).toBe(1)
  expect(await cursor()).toBe(invoice.updatedAt)
})

test('an invoice that Xero lists only after one that is newer is found by the next sweep', async () => {
  const newer = trader.paid()
  await sweep()
  const late = trader.paid()
  late.updatedAt = newer.updatedAt - MINUTE_MS
  await sweep()
  await product.tick()
  expect(trader.texts()).toHaveLength(2)
  expect(await cursor()).toBe(newer.updatedAt)
})

test('a sweep that was stopped and whose lease another took moves no cursor when it resumes', async () => {
  const invoice = trader.paid()
  const before = await cursor()
  const { xero } = product.parts
  const { paidInvoices } = xero
  xero.paidInvoices = async (...asked) => {
    const page = await paidInvoices(...asked)
    // Meanwhile its lease expired, and another took and released it.
    await sql`
      update leases set token = gen_random_uuid(), expires_at = now()
      where name = ${`sweep:${trader.tenantId}`}`.execute(product.db)
    return page
  }
  await sweep()
  xero.paidInvoices = paidInvoices
  expect(await cursor()).toBe(before)
  await sweep()
  expect(await cursor()).toBe(invoice.updatedAt)
})

test('a sweep that another process has in hand, or had when it died, is made again soon, and not given up', async () => {
  await trader.setOrganisation({ swept_at: null })
  await sql`
    insert into leases (name, holder, expires_at)
    values (${`sweep:${trader.tenantId}`}, 'another', now() + interval '15 seconds')`.execute(product.db)
  await waitingFor('sweep-organisation')
  // One that is planned for later does not stand for it.
  await product.job('sweep-due')
  await sweep()
  expect(pageCalls()).toHaveLength(0)
  expect(await waitingFor('sweep-organisation')).toEqual([trader.tenantId, trader.tenantId])
})

test('a second sweep, and a webhook that comes late after all, change nothing', async () => {
  const invoice = trader.paid()
  await sweep()
  await sweep()
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
  await product.tick()
  await sweep()
  expect(trader.texts()).toHaveLength(1)
})

test('what a webhook reported and no worker has handled yet was not missed', async () => {
  const before = await missed()
  const invoice = trader.paid()
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
  await sweep()
  await product.tick()
  expect(await missed()).toBe(before)
  expect(trader.texts()).toHaveLength(1)
})

test('while it cannot see everything the cursor stays, and the next sweep begins where it was', async () => {
  const customer = trader.customer()
  const invoices = Array.from({ length: 81 }, () => trader.paid(customer))
  const before = await cursor()
  product.sandbox.faults.ask({ xero5xx: { probability: 1, count: 1 } })
  await sweep()
  expect(await cursor()).toBe(before)
  product.later(MINUTE_MS)
  const { xero } = product.parts
  const { contacts } = xero
  let asked = 0
  xero.contacts = (...ask) => {
    asked += 1
    if (asked === 2) product.sandbox.faults.ask({ xero429: { count: 1 } })
    return contacts(...ask)
  }
  const others = Array.from({ length: 81 }, () => trader.paid())
  await sweep()
  xero.contacts = contacts
  expect(await cursor()).toBe(before)
  product.later(MINUTE_MS)
  await sweep()
  expect(await cursor()).toBe(others.at(-1)!.updatedAt)
  const decisions = await Promise.all([...invoices, ...others].map(trader.decision))
  expect(decisions.filter(Boolean)).toHaveLength(162)
})

test('a worker that stops ends its sweep after the batch under way, and the next begins where that one did', async () => {
  const customer = trader.customer()
  const invoices = Array.from({ length: 41 }, () => trader.paid(customer))
  const before = await cursor()
  const { xero } = product.parts
  const { contacts } = xero
  const stopping = new AbortController()
  xero.contacts = (...ask) => {
    stopping.abort()
    return contacts(...ask)
  }
  await product.job('sweep-organisation', trader, stopping.signal)
  xero.contacts = contacts
  const decided = async () => (await Promise.all(invoices.map(trader.decision))).filter(Boolean).length
  expect(await decided()).toBe(40)
  expect(await cursor()).toBe(before)
  await sweep()
  expect(await decided()).toBe(41)
  expect(await cursor()).toBe(invoices.at(-1)!.updatedAt)
})

test('an invoice that changes while pages are turned hides no other', async () => {
  const customer = trader.customer()
  const invoices = Array.from({ length: 1_020 }, (_, index) => {
    const invoice = trader.paid(customer)
    // Two a second, so that pages end between seconds.
    invoice.updatedAt = product.now().getTime() - (2_000 - index) * 500
    return invoice
  })
  await trader.setOrganisation({ sweep_cursor: new Date(invoices[0]!.updatedAt) })
  const { xero } = product.parts
  const { paidInvoices } = xero
  xero.paidInvoices = async (session, ask) => {
    const answer = await paidInvoices(session, ask)
    invoices[0]!.updatedAt = product.now().getTime()
    return answer
  }
  await sweep()
  xero.paidInvoices = paidInvoices
  expect(pageCalls()).toHaveLength(2)
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from decisions where business_id = ${trader.businessId}`.execute(product.db)
  expect(rows[0]!.n).toBe(1_020)
})

test('every hour each organisation is swept, and sooner where webhooks were missed', async () => {
  momentIn(45)
  await trader.setOrganisation({ swept_at: product.now() })
  await product.job('sweep-due')
  expect(await waitingFor('sweep-organisation')).not.toContain(trader.tenantId)
  product.later(16 * MINUTE_MS)
  trader.paid()
  await sweep()
  product.later(16 * MINUTE_MS)
  await product.job('sweep-due')
  expect(await waitingFor('sweep-organisation')).toContain(trader.tenantId)
  product.later(61 * MINUTE_MS)
  await product.job('sweep-due')
  await product.job('sweep-due')
  expect((await waitingFor('sweep-organisation')).filter((id) => id === trader.tenantId)).toHaveLength(1)
})

test('an organisation whose job to go live has failed for good is tried again', async () => {
  await trader.setOrganisation({ live_since: null })
  await product.job('sweep-due')
  expect(await waitingFor('go-live')).toContain(trader.tenantId)
})

test('sweeps leave the last calls of Xero’s day to webhooks', async () => {
  trader.paid()
  await trader.setOrganisation({ day_remaining: 150, day_read_at: product.now() })
  await sweep()
  expect(pageCalls()).toEqual([])
})

test.each([
  // A page and two batches of contacts; or a page, contacts, and two that are asked for one by one.
  ['contacts', 85, 'payment', 202, 3],
  ['single invoices', 5, 'prepayment', 203, 4],
] as const)(
  'a sweep whose %s come to the last calls of Xero’s day ends there',
  async (_of, count, kind, day, asks) => {
    const { limits, calls } = product.sandbox.xero
    const made = () => calls().filter(({ tenantId }) => tenantId === trader.tenantId)
    const usual = limits.get()
    const invoices = Array.from({ length: count }, () => trader.paid(undefined, { kind }))
    const before = await cursor()
    limits.set({ day })
    await sweep()
    expect([made().length, await cursor()]).toEqual([asks, before])
    expect(await waitingFor('sweep-organisation')).not.toContain(trader.tenantId)
    await sweep()
    expect(made()).toHaveLength(asks)
    limits.set(usual)
    product.later(61 * MINUTE_MS)
    await sweep()
    expect((await Promise.all(invoices.map(trader.decision))).filter(Boolean)).toHaveLength(count)
    expect(await cursor()).toBe(invoices.at(-1)!.updatedAt)
  },
)

test('a low daily limit that was read long ago is read anew by one call, and does not stop the sweep for ever', async () => {
  const invoice = trader.paid()
  const read = new Date(product.now().getTime() - 61 * MINUTE_MS)
  await trader.setOrganisation({ day_remaining: 150, day_read_at: read })
  await sweep()
  expect(await trader.decision(invoice)).toBe('scheduled')
  const { day_remaining, day_read_at } = await product.db
    .selectFrom('organisations')
    .select(['day_remaining', 'day_read_at'])
    .where('tenant_id', '=', trader.tenantId)
    .executeTakeFirstOrThrow()
  expect(day_remaining).toBeGreaterThan(150)
  expect(day_read_at!.getTime()).toBeGreaterThan(read.getTime())
})
