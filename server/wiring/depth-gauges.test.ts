import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { useDatabase } from '../../test/support/database.ts'
import { addAttempt, addRequest } from '../../test/support/paid-invoices.ts'
import { plantRow } from '../../test/support/plant-row.ts'
import { asOwner } from '../../test/support/product.ts'
import { seedBusiness } from '../flows/accounts/seed-business.ts'
import { createSealer } from '../platform/seal.ts'
import { createDepthGauges } from './depth-gauges.ts'

const base = useDatabase()
const sealer = createSealer([randomBytes(32).toString('hex')])

test('what waits is counted at each reading, and its gauge is absent when nothing waits any more', async () => {
  const gauges = createDepthGauges(base.db)
  const readings = async () =>
    (await gauges.metrics()).split('\n').filter((line) => !line.startsWith('# HELP'))
  expect(await readings()).toContain('# TYPE goodword_funds_cents gauge')

  const business = await seedBusiness(
    { db: base.db, sealer },
    { number: 1, fundsCents: 500, currency: 'AUD', name: 'Jo' },
  )
  await addRequest(base.db, business, { state: 'waiting_for_funds' })
  await addRequest(base.db, business, { state: 'held', held_at: new Date() })
  const full = await readings()
  for (const line of [
    'goodword_events_waiting 0',
    'goodword_requests{state="waiting_for_funds"} 1',
    'goodword_requests{state="held"} 1',
    'goodword_organisations{state="connected"} 1',
    'goodword_funds_cents{account="available"} 500',
    'goodword_funds_cents{account="reserved"} 0',
    '# TYPE goodword_attempts_open gauge',
  ])
    expect(full).toContain(line)

  await base.db.updateTable('review_requests').set({ state: 'expired' }).execute()
  expect((await readings()).filter((line) => line.startsWith('goodword_requests'))).toEqual([])
})

test('what is due is as old as the oldest that nothing keeps back', async () => {
  const business = await seedBusiness(
    { db: base.db, sealer },
    { number: 2, fundsCents: 500, currency: 'AUD', name: 'Ada' },
  )
  const readings = async () => {
    const text = await createDepthGauges(base.db).metrics()
    const value = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1])
    return { texts: value('goodword_texts_oldest_due_seconds'), workers: value('goodword_workers') }
  }
  expect(await readings()).toEqual({ texts: 0, workers: 0 })
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  await addRequest(base.db, business, { state: 'scheduled', due_at: minutesAgo(-60) })
  expect((await readings()).texts).toBe(0)
  // Xero is asked about this one first.
  await addRequest(base.db, business, {
    state: 'scheduled',
    due_at: minutesAgo(90),
    waiting_since: minutesAgo(90),
  })
  await addRequest(base.db, business, { state: 'scheduled', due_at: minutesAgo(20) })
  await base.db.insertInto('processes').values({ id: 'worker-1', kind: 'worker' }).execute()
  const { texts, workers } = await readings()
  expect(workers).toBe(1)
  expect(texts).toBeGreaterThanOrEqual(1_200)
  expect(texts).toBeLessThan(3_600)
})

test('a text that the gateway postpones waits since its first try, however often it is tried again', async () => {
  const [business] = await base.db.selectFrom('organisations').selectAll().limit(1).execute()
  const where = { businessId: business!.business_id, tenantId: business!.tenant_id }
  const postpone = async (tried: number, again: number, error_code = '20429') =>
    addAttempt(
      base.db,
      where,
      await addRequest(base.db, where, { state: 'sending', due_at: hoursAgo(tried), sent_at: null }),
      { state: 'retry', tries: 9, error_code, claimed_at: hoursAgo(0.01), retry_at: hoursAgo(-again) },
    )
  const hours = async () => {
    const text = await createDepthGauges(base.db).metrics()
    return Number(/^goodword_attempts_oldest_seconds\{state="retry"\} (.*)$/m.exec(text)?.[1]) / 3600
  }
  // The morning is waited for, in which its customer may be texted, and not the gateway.
  await postpone(9, 8)
  expect(await hours()).toBe(0)
  await postpone(3, 0.05)
  expect(await hours()).toBeCloseTo(3, 1)
  await postpone(7, 0.2, '20003')
  expect(await hours()).toBeCloseTo(7, 1)
})

test('attempts that are refused for our account are counted, and not those of a number that is not reached', async () => {
  const refused = async () =>
    Number(/^goodword_attempts_refused (.*)$/m.exec(await createDepthGauges(base.db).metrics())?.[1])
  // Left by the test before: one that Twilio has no room for, one that refuses our account.
  expect(await refused()).toBe(1)
  await base.db.updateTable('send_attempts').set({ error_code: '21612' }).execute()
  expect(await refused()).toBe(0)
})

test('an organisation whose owner has to connect Xero again is counted apart', async () => {
  await base.db.updateTable('xero_authorisations').set({ state: 'needs_reconnect' }).execute()
  // One that Xero refused before its consent ended does not come back by itself.
  const one = base.db.selectFrom('organisations').select('tenant_id').limit(1)
  await base.db.updateTable('organisations').set({ state: 'paused' }).where('tenant_id', '=', one).execute()
  const text = await createDepthGauges(base.db).metrics()
  expect(text).toContain('goodword_organisations{state="needs_reconnect"} 2')
  expect(text).not.toContain('goodword_organisations{state="connected"}')
})

test('orders of funds that are not settled are counted by kind, and apart those of over an hour', async () => {
  const owner = new Client({ connectionString: base.url })
  await owner.connect()
  const plant = (minutes: number, more: object = {}) =>
    plantRow(owner, 'checkouts', {
      state: 'open',
      amount_cents: 2_000,
      created_at: new Date(Date.now() - minutes * 60_000),
      ...more,
    })
  const charge = { is_automatic: true, month: '2026-01', customer_id: 'cus_1' }
  await plant(5)
  await plant(70)
  await plant(70, { state: 'processing' })
  await plant(70, { state: 'expired' })
  await plant(5, { ...charge, business_id: crypto.randomUUID() })
  await plant(61, { ...charge, business_id: crypto.randomUUID() })
  await owner.end()
  const metrics = await createDepthGauges(base.db).metrics()
  expect(metrics.split('\n').filter((line) => line.startsWith('goodword_payments'))).toEqual([
    'goodword_payments_open{kind="charge"} 2',
    'goodword_payments_open{kind="page"} 3',
    'goodword_payments_open_long{kind="charge"} 1',
    'goodword_payments_open_long{kind="page"} 1',
  ])
})

test('businesses that should be gone for two days are counted, and how long nothing old was removed', async () => {
  const readings = async () => {
    const text = await createDepthGauges(base.db).metrics()
    const value = (name: string) => Number(new RegExp(`^goodword_${name} (.*)$`, 'm').exec(text)?.[1])
    return [value('erasures_late'), Math.round(value('prune_age_seconds') / 3600)]
  }
  const [business] = await base.db.selectFrom('businesses').select('id').execute()
  expect(await readings()).toEqual([0, 0])
  // A job that never came to its end is as late as the oldest business, and as long as its database is here.
  await base.db
    .updateTable('businesses')
    .set({ created_at: hoursAgo(50) })
    .execute()
  expect(await readings()).toEqual([0, 0])
  await asOwner(base.url, (pool) =>
    pool.query('update schema_migrations set applied_at = $1', [hoursAgo(60)]),
  )
  expect(await readings()).toEqual([0, 50])
  await base.db
    .insertInto('retention')
    .values({ finished_at: hoursAgo(5), removed: '{}' })
    .execute()
  const erasure = { business_id: business!.id, asked_at: hoursAgo(300), asked_by: 'owner' } as const
  await base.db
    .insertInto('erasures')
    .values({ ...erasure, erases_at: hoursAgo(47) })
    .execute()
  expect(await readings()).toEqual([0, 5])
  await base.db
    .updateTable('erasures')
    .set({ erases_at: hoursAgo(49) })
    .execute()
  expect(await readings()).toEqual([1, 5])
  await base.db.updateTable('erasures').set({ began_at: new Date(), erased_at: new Date() }).execute()
  expect(await readings()).toEqual([0, 5])
})

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
