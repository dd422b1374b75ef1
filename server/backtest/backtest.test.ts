import { beforeEach, expect, test } from 'vitest'
import { sql } from 'kysely'
import { backtestLine, type Backtest, type BacktestRequest } from '../../contracts/backtest.ts'
import { useProduct } from '../../test/support/product.ts'
import { signInTo, type Answer, type Call } from '../../test/support/signed-in.ts'
import { createTrader, SEGMENT_CENTS, tellOf, type Customer, type Trader } from '../../test/support/trader.ts'
import { findOrganisation } from '../organisations/organisation-queries.ts'
import { addDays, DAY_MS, localDate } from '../platform/dates.ts'
import { VendorFailure } from '../platform/errors.ts'
import { readPayments } from './read-payments.ts'

const product = useProduct()
let trader: Trader
let call: Call

beforeEach(async () => {
  trader = await createTrader(product)
  ;({ call } = await signInTo(product, trader.businessId))
})

const ask = (asked: BacktestRequest = {}): Promise<Answer> => call('POST', '/api/backtest', asked)
const linesOf = ({ text }: Answer) =>
  text
    .trim()
    .split('\n')
    .map((line) => backtestLine.parse(JSON.parse(line)))
const backtestOf = (answer: Answer): Backtest => {
  expect(answer.status).toBe(200)
  const last = linesOf(answer).at(-1)!
  if (!('backtest' in last)) throw new Error('The last line is no backtest.')
  return last.backtest
}
const settings = {
  sendingFrom: null,
  sendingUntil: null,
  delayMinutes: 0,
  cooldownDays: 90,
  excludedWords: [],
}
const today = () => localDate(product.now(), 'Australia/Sydney')

/** How many rows each table has, and what an organisation and the invoices' table say, but for Xero's minute. */
const everything = async () => {
  const { rows } = await sql<{ name: string; count: string }>`
    select relname as name,
           (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I', relname), false, true, '')))[1]::text as count
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> 'rate_limits'
    order by 1`.execute(product.db)
  const organisations = await sql`
    select to_jsonb(o) - array['minute_started_at', 'minute_calls', 'paced_until', 'blocked_until'] as row
    from organisations o order by tenant_id`.execute(product.db)
  return { rows, organisations: organisations.rows }
}

test('who would have been asked, who not and why, what it costs and the first text', async () => {
  const twice = trader.customer(undefined, 'Ruth')
  trader.paid(twice)
  trader.paid(trader.customer('', 'Walter'))
  trader.paid(trader.customer('', 'Betty'))
  trader.paid(trader.customer(), { invoice: { type: 'ACCPAY' } })
  trader.invoice()
  product.later(60_000)
  trader.paid(twice)
  const before = await everything()

  const answer = await ask()
  const backtest = backtestOf(answer)
  expect(linesOf(answer)[0]).toEqual({ read: 0, of: 4 })
  expect(answer.headers['content-type']).toContain('application/x-ndjson')
  expect(backtest).toMatchObject({
    until: today(),
    paid: 4,
    asked: 1,
    askedAsSaved: null,
    cost: SEGMENT_CENTS / 100,
    currency: 'AUD',
    skipped: [
      { reason: 'no_mobile', count: 2, names: ['Walter Green', 'Betty Green'] },
      { reason: 'cooldown', count: 1, names: ['Ruth Green'] },
    ],
    missing: null,
  })
  expect(backtest.days).toHaveLength(30)
  expect(backtest.first).toMatchObject({ customerName: 'Ruth Green' })
  expect(backtest.days.filter(({ count }) => count > 0)).toEqual([{ day: backtest.first!.day, count: 1 }])
  expect(backtest.first!.body).toContain(`${product.url}/r/`)
  expect(backtest.first!.sender).toBe(product.parts.twilio.sender)

  expect(await everything()).toEqual(before)
  expect(trader.texts()).toEqual([])
})

test('a draft is tried beside what is saved, and nothing of it is kept', async () => {
  const twice = trader.customer(undefined, 'Ruth')
  for (const customer of [twice, twice, trader.customer(undefined, 'Strata')])
    trader.paid(customer, { webhook: false })
  await trader.set({ template: 'Hi {firstName}, a review? {reviewLink}' })
  const draft = { ...settings, cooldownDays: 0, excludedWords: ['strata'] }
  expect(backtestOf(await ask())).toMatchObject({ asked: 2, askedAsSaved: null })
  const tried = backtestOf(await ask({ settings: draft, message: 'Hello {firstName}! {reviewLink}' }))
  expect(tried).toMatchObject({ asked: 2, askedAsSaved: 2, cost: (2 * SEGMENT_CENTS) / 100 })
  expect(tried.skipped).toMatchObject([{ reason: 'excluded_word', names: ['Strata Green'] }])
  expect(tried.first!.body).toMatch(/^Hello Ruth!/)
  expect((await call('GET', '/api/sms/settings')).body).toMatchObject({ cooldownDays: 90, excludedWords: [] })
  expect(await ask({ message: 'no {nonsense}' })).toMatchObject({
    status: 422,
    body: { code: 'invalid-template' },
  })
})

test('more than the pace lets go stand on the days of their turns, and what comes too late is left out', async () => {
  await trader.set({ pace_per_hour: 2, pace_per_day: 4, sending_from: 480, sending_until: 1200 })
  const payments = Array.from({ length: 70 }, (_, at) => trader.customer(undefined, `Nora${at}`))
  for (const customer of payments) trader.paid(customer, { webhook: false })
  const backtest = backtestOf(await ask())
  expect(Math.max(...backtest.days.map(({ count }) => count))).toBeLessThanOrEqual(5)
  const last = backtest.days.at(-1)!
  expect(last.count).toBeGreaterThan(0)
  expect(last.day > addDays(today(), 12)).toBe(true)
  expect(backtest).toMatchObject({
    paid: 70,
    inTurn: { perDay: 4 },
    skipped: [{ reason: 'too_late', count: 70 - backtest.asked }],
    cost: (backtest.asked * SEGMENT_CENTS) / 100,
  })
  expect(backtest.inTurn!.count).toBeGreaterThanOrEqual(backtest.asked - 2)
  expect(backtest.asked).toBeLessThanOrEqual(60)
  const tried = backtestOf(await ask({ settings: { ...settings, textsPerDay: 300 } }))
  expect(tried).toMatchObject({ asked: 70, askedAsSaved: backtest.asked, inTurn: { perDay: 300 } })
})

test('a business that is off, or not live yet, sees what would have been', async () => {
  await trader.set({ automation_enabled: false })
  await trader.setOrganisation({ live_since: null })
  trader.paid()
  expect(backtestOf(await ask())).toMatchObject({ paid: 1, asked: 1 })
})

test('what was decided live counts at its own moment, and a text that failed uses up no cooldown', async () => {
  const [often, unlucky] = [trader.customer(undefined, 'Olga'), trader.customer('+61491578888', 'Otto')]
  const tell = async (customer: Customer) => {
    await tellOf(product, [{ tenantId: trader.tenantId, invoices: [trader.paid(customer)] }])
    await product.tick()
    product.later(60_000)
  }
  for (const customer of [often, unlucky, often, unlucky]) await tell(customer)
  const { rows } = await sql<{ reason: string; count: number }>`
    select coalesce(reason, 'asked') as reason, count(*)::int as count from decisions
    where business_id = ${trader.businessId} group by 1`.execute(product.db)
  const live = Object.fromEntries(rows.map(({ reason, count }) => [reason, count]))
  expect(live).toEqual({ asked: 3, cooldown: 1 })
  const { asked, skipped } = backtestOf(await ask())
  expect({ asked, ...Object.fromEntries(skipped.map(({ reason, count }) => [reason, count])) }).toEqual(live)
})

test('where Xero cannot be read at all, the owner is told what to do', async () => {
  const stranger = await signInTo(product, null)
  expect((await stranger.call('POST', '/api/backtest', {})).body).toMatchObject({ code: 'no-business' })
  trader.paid()
  product.sandbox.faults.ask({ xero5xx: { count: 1 } })
  expect(await ask()).toMatchObject({ status: 503, body: { code: 'xero-unavailable' } })
  await trader.setOrganisation({ blocked_until: null, day_remaining: 10, day_read_at: product.now() })
  expect(await ask()).toMatchObject({ status: 503, body: { detail: expect.stringContaining('tomorrow') } })
  await sql`update xero_authorisations set state = 'needs_reconnect' where business_id = ${trader.businessId}`.execute(
    product.db,
  )
  expect(await ask()).toMatchObject({ status: 409, body: { code: 'xero-not-connected' } })
  await trader.setOrganisation({ state: 'disconnected' })
  expect((await ask()).body).toMatchObject({ detail: expect.stringMatching(/^Connect Xero first/) })
})

test('what Xero does not give any more is missing, and the rest is shown', async () => {
  for (let count = 0; count < 45; count += 1) trader.paid()
  const { contacts } = product.parts.xero
  let asked = 0
  product.parts.xero.contacts = (...given) => {
    asked += 1
    if (asked > 1) throw new VendorFailure('xero', 'retry-later', '503', 'away')
    return contacts(...given)
  }
  const backtest = backtestOf(await ask())
  product.parts.xero.contacts = contacts
  expect(backtest).toMatchObject({
    paid: 40,
    asked: 40,
    missing: expect.stringContaining('stopped answering'),
  })
})

test('books of several pages are read whole, a customer once, and the day’s last calls are left to the sync', async () => {
  const customers = Array.from({ length: 50 }, () => trader.customer())
  for (const customer of customers) trader.paid(customer)
  trader.paid(customers[0])
  const { xero } = product.parts
  let calls = 0
  const counting: typeof xero = {
    ...xero,
    paidInvoices: (session, asked) => {
      calls += 1
      return xero.paidInvoices(session, { ...asked, pageSize: 20 })
    },
    contacts: async (...given) => {
      calls += 1
      const answer = await xero.contacts(...given)
      return { ...answer, limits: { ...answer.limits, dayRemaining: 199 } }
    },
  }
  const read = async (asked: typeof xero) => {
    const organisation = (await findOrganisation(product.db, trader.tenantId))!
    const since = new Date(product.now().getTime() - DAY_MS)
    const reading = readPayments({ ...product.parts, xero: asked, betweenCallsMs: 1 }, organisation, since)
    const seen: object[] = []
    for (;;) {
      const { value, done } = await reading.next()
      if (done) return { seen, ...value }
      seen.push(value)
    }
  }
  const whole = await read({ ...counting, contacts: xero.contacts })
  expect(new Set(whole.invoices.map(({ invoiceId }) => invoiceId)).size).toBe(51)
  expect(whole.invoices.every(({ contact }) => contact)).toBe(true)
  expect(whole.seen.at(-1)).toEqual({ read: 51, of: 51 })
  expect(whole.cause).toBeUndefined()
  calls = 0
  const cut = await read(counting)
  expect(cut.cause).toBeDefined()
  expect(calls).toBeLessThanOrEqual(whole.seen.length)
  expect(cut.invoices.length).toBeLessThan(51)
})

test('a business asks twelve times an hour', async () => {
  const answers: number[] = []
  for (let count = 0; count < 13; count += 1) answers.push((await ask()).status)
  expect(answers).toEqual([...Array<number>(12).fill(200), 429])
})
