import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useSeededDemo } from '../../test/support/seeded-demo.ts'
import { DEMO_ORGANISATION } from '../../sandbox/xero/demo/demo-organisation.ts'
import { findToMend } from '../../server/activity/to-mend-queries.ts'
import { pricedText } from '../../server/texts/priced-text.ts'
import { SAMPLE_TOKEN } from '../../server/texts/link-token.ts'
import { asBusiness } from '../../server/database/database.ts'
import { hashesOf } from '../../server/backtest/phones-of-books.ts'
import { readPayments } from '../../server/backtest/read-payments.ts'
import { checkLedger } from '../../server/ledger/check-ledger.ts'
import { reconcileOrganisation } from '../../server/flows/paid-invoices/reconciling/reconcile-organisation.ts'
import { findOrganisation } from '../../server/organisations/organisation-queries.ts'
import { replayDecisions } from '../../server/review-requests/replaying/replay-decisions.ts'
import {
  customersBefore,
  findReplaySettings,
  momentsOfDecisions,
} from '../../server/review-requests/replaying/replay-queries.ts'
import { Refusal } from '../../server/platform/errors.ts'
import { findExperiments } from '../../server/experiments/experiment-counts.ts'
import { isRunningAt, judgedAt } from '../../server/experiments/experiment-rules.ts'
import { reconcilePayments } from '../../server/payments/top-ups/reconcile-payments.ts'
import { seedDemo } from './seed-demo.ts'

const NOON_IN_PERTH = new Date('2026-11-18T04:00:00Z')
const demo = useSeededDemo(NOON_IN_PERTH)
const { base, clock, organisation } = demo

const count = async (what: string, table: string): Promise<Record<string, number>> => {
  const { rows } = await sql<{ what: string; count: number }>`
    select ${sql.raw(what)} as what, count(*) from ${sql.table(table)}
    where business_id = ${(await organisation()).businessId} group by 1`.execute(base.db)
  return Object.fromEntries(rows.map((row) => [row.what, row.count]))
}

test('the demo business has had six weeks with every kind of outcome', async () => {
  const texts = await count('state', 'review_requests')
  expect(texts['delivered']).toBeGreaterThan(45)
  expect(texts['scheduled'], 'reminders').toBeGreaterThan(0)
  expect(texts).toMatchObject({ sent: 3, failed: expect.any(Number), held: 1, cancelled: 1 })
  expect(Object.keys(texts).toSorted()).toEqual([
    'cancelled',
    'delivered',
    'failed',
    'held',
    'scheduled',
    'sent',
  ])
  const reasons = await count("coalesce(reason, 'texted')", 'decisions')
  expect(Object.keys(reasons).toSorted()).toEqual([
    'below_smallest_amount',
    'bill',
    'cooldown',
    'country_not_served',
    'credit_note',
    'deposit_invoice',
    'excluded_contact',
    'excluded_group',
    'excluded_invoice_word',
    'excluded_tracking',
    'excluded_word',
    'landline',
    'no_mobile',
    'opted_out',
    'paid_before_go_live',
    'texted',
  ])
  expect(await count('state_reason', 'review_requests')).toMatchObject({
    21635: 1,
    30003: 2,
    30006: 1,
    cancelled_by_owner: 1,
  })
  expect((await count('kind', 'link_visits'))['visit']).toBeGreaterThan(15)
})

test('two customers of the demo wrote a review, each soon after following the link of their text', async () => {
  const [location] = demo.sandbox.profile!.locations()
  const { businessId } = await organisation()
  const written = location!.reviews.filter(({ comment }) => /they rang|everything works/.test(comment ?? ''))
  expect(written).toHaveLength(2)
  for (const { reviewer, createdAt } of written) {
    const text = await base.db
      .selectFrom('review_requests')
      .select('opened_at')
      .where('business_id', '=', businessId)
      .where('customer_name', '=', reviewer.name)
      .where('opened_at', 'is not', null)
      .execute()
    expect(text.map(({ opened_at }) => opened_at!.getTime() + 1_800_000)).toContain(createdAt)
    expect(createdAt).toBeLessThan(NOON_IN_PERTH.getTime())
  }
})

test('the demo compared two messages for four weeks, and waits for the day on which that is judged', async () => {
  const { businessId } = await organisation()
  const [one, ...others] = await asBusiness(base.db, businessId, (trx) => findExperiments(trx, businessId))
  expect(others).toEqual([])
  const customers = one!.opened.a.customers + one!.opened.b.customers
  expect(customers).toBeGreaterThan(30)
  for (const { customers: many, came } of [one!.opened.a, one!.opened.b]) expect(came).toBeLessThan(many)
  expect(isRunningAt(one!, NOON_IN_PERTH)).toBe(false)
  expect(judgedAt(one!) > NOON_IN_PERTH).toBe(true)
  const { rows } = await sql<{ side: string; other: boolean; segments: number }>`
    select experiment_side as side, body like '%tell others%' as other, max(segments)::int as segments
    from review_requests
    where business_id = ${businessId} and experiment_id is not null and body is not null
    group by 1, 2 order by 1`.execute(base.db)
  expect(rows).toEqual([
    { side: 'a', other: false, segments: 1 },
    { side: 'b', other: true, segments: 1 },
  ])
})

test('the demo business has something to mend, of more than one kind', async () => {
  const { businessId } = await organisation()
  const here = { now: NOON_IN_PERTH, timeZone: 'Australia/Perth' }
  const { rows } = await asBusiness(base.db, businessId, (trx) => findToMend(trx, businessId, here))
  const reasons = new Set(rows.map(({ skipReason, stateReason }) => skipReason ?? stateReason))
  expect(rows.length).toBeGreaterThan(2)
  expect(reasons.size).toBeGreaterThan(1)
})

test('every text of the past went out on a day of work at a decent hour of Perth', async () => {
  const { rows } = await sql<{ hour: number; weekday: number }>`
    select extract(hour from at)::int as hour, extract(isodow from at)::int as weekday
    from (select timeline_at at time zone 'Australia/Perth' as at from review_requests) texts`.execute(
    base.db,
  )
  expect(rows.length).toBeGreaterThan(55)
  expect(rows.filter(({ hour, weekday }) => hour < 8 || hour > 18 || weekday === 7)).toEqual([])
})

test('its books are whole: ledger, invoices, and what Stripe says', async () => {
  expect(await checkLedger(base.db)).toEqual([])
  const account = await reconcileOrganisation(demo.parts, await organisation())
  expect(account).toMatchObject({ missing: [], askedXero: { extent: 'all' } })
  expect(account.days.length).toBeGreaterThan(30)
  expect((await reconcilePayments(demo.parts)).faults).toEqual([])
})

test('the last 30 days, played again from Xero, are what was decided then, invoice by invoice', async () => {
  const now = clock()
  const { businessId, tenantId } = await organisation()
  const found = (await findOrganisation(base.db, tenantId))!
  const since = new Date(now.getTime() - 30 * 86_400_000)
  const reading = readPayments({ ...demo.parts, betweenCallsMs: 0 }, found, since)
  let step = await reading.next()
  while (!step.done) step = await reading.next()
  const { invoices } = step.value
  const replayed = await asBusiness(base.db, businessId, async (trx) => {
    const moments = await momentsOfDecisions(
      trx,
      found,
      invoices.map(({ invoiceId }) => invoiceId),
    )
    const payments = invoices.map((invoice) => ({
      invoice,
      organisation: found,
      ...moments.get(invoice.invoiceId),
    }))
    const known = { phoneHashes: hashesOf(payments, demo.parts), before: since }
    const customers = await customersBefore(trx, businessId, known)
    return replayDecisions(demo.parts, payments, await findReplaySettings(trx, businessId), customers)
  })
  const { rows } = await sql<{ id: string; word: string }>`
    select invoice_id as id, coalesce(reason, outcome) as word from decisions d
    where invoice_id = any(${invoices.map(({ invoiceId }) => invoiceId)}::uuid[])`.execute(base.db)
  const words = replayed.map((one) => [
    one.invoice.invoiceId,
    one.outcome === 'skipped' ? one.reason : 'scheduled',
  ])
  expect(words.length).toBeGreaterThan(45)
  expect(Object.fromEntries(words)).toEqual(Object.fromEntries(rows.map(({ id, word }) => [id, word])))
})

test('funds came as a welcome and by card, with a receipt, and never ran out', async () => {
  const kinds = await count('kind', 'transfers')
  expect(kinds).toMatchObject({ grant: 1, topup: 1 })
  const { rows } = await sql<{ least: number }>`
    select min(total) as least from (
      select sum(amount_cents) over (order by t.created_at, t.id) as total
      from transfers t join entries e on e.business_id = t.business_id and e.transfer_id = t.id
      where e.account = 'available' and t.business_id = ${(await organisation()).businessId}) balances`.execute(
    base.db,
  )
  expect(Number(rows[0]!.least)).toBeGreaterThan(0)
  const { receipt_url } = await base.db.selectFrom('checkouts').selectAll().executeTakeFirstOrThrow()
  expect(await (await fetch(receipt_url!)).text()).toContain('Text message funds for Whitlock Electrical')
})

test('no customer with an open invoice was texted lately', async () => {
  const { contacts, invoices } = demo.sandbox.xero.organisation(DEMO_ORGANISATION.tenantId)
  const open = new Set([...invoices.values()].filter((one) => one.status === 'AUTHORISED').map(nameOf))
  function nameOf({ contactId }: { contactId: string }): string {
    return contacts.get(contactId)!.name
  }
  const { rows } = await sql<{ name: string }>`
    select customer_name as name from review_requests
    where business_id = ${(await organisation()).businessId}`.execute(base.db)
  expect(rows.filter(({ name }) => open.has(name))).toEqual([])
})

test('a text of the business whose texts wait is one segment, though it has two links', async () => {
  const { rows } = await sql<{
    template: string
    businessName: string
    firstName: string | null
    sender: string
  }>`
    select b.template, b.name as "businessName", r.first_name as "firstName", s.sender
    from review_requests r
    join businesses b on b.id = r.business_id
    join business_senders s on s.business_id = b.id`.execute(base.db)
  expect(rows.length).toBeGreaterThan(30)
  const segments = rows.map(({ sender, ...one }) =>
    pricedText(
      { publicUrl: 'http://localhost:3000', prices: { AU: 9 }, isTwoWay: true },
      {
        ...one,
        customerName: one.firstName,
        invoiceNumber: null,
        linkToken: SAMPLE_TOKEN,
        ownSender: sender,
        country: 'AU',
      },
    ),
  )
  expect(segments.filter(({ segments: count }) => count !== 1)).toEqual([])
})

test('a second start adds nothing', async () => {
  const before = await count('kind', 'transfers')
  await seedDemo(demo.env, base.url, clock)
  expect(await count('kind', 'transfers')).toEqual(before)
  expect(await base.db.selectFrom('businesses').select('id').execute()).toHaveLength(3)
})

test('live mode refuses the demo', async () => {
  await expect(seedDemo({ ...demo.env, GOODWORD_MODE: 'live' }, base.url)).rejects.toThrow(Refusal)
})
