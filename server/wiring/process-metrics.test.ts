import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { afterEach, expect, test } from 'vitest'
import { useDatabase } from '../../test/support/database.ts'
import { asOwner } from '../../test/support/product.ts'
import { useStub } from '../../test/support/stub-server.ts'
import { openDb } from '../database/database.ts'
import { openHttpClient } from '../platform/http/http-client.ts'
import { watchCalls } from '../platform/metrics/vendor-calls.ts'
import { createProcessMetrics } from './process-metrics.ts'
import { createProductMetrics } from './product-metrics.ts'

const base = useDatabase()
const stub = useStub()
const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})

/** Those that are not 0, by their labels. */
const valuesOf = async (registry: Registry, name: string): Promise<Record<string, number>> => {
  const metrics = await registry.getMetricsAsJSON()
  const { values } = metrics.find((metric) => metric.name === name)!
  const named = values.map(({ labels, value }) => [Object.values(labels).join(' '), value] as const)
  return Object.fromEntries(named.filter(([, value]) => value !== 0))
}

test('calls to a vendor are counted by their answer, whoever makes them', async () => {
  const registry = new Registry()
  const own = createProcessMetrics(registry, 'api')
  const vendorAt = (address: string) => (address.startsWith(`${stub.url}/v1/`) ? 'stripe' : undefined)
  ending.push(watchCalls(vendorAt, own.recordCall).stop)
  const client = openHttpClient({ baseUrl: stub.url, connections: 1, timeoutMs: 20_000 })
  ending.push(client.close)
  const call = (path: string, timeoutMs = 20_000) =>
    client.call({ method: 'GET', path, timeoutMs }).catch(() => undefined)

  stub.answer = () => ({ status: 201 })
  await call('/v1/charges')
  await fetch(`${stub.url}/v1/charges`, { method: 'POST', body: 'x' })
  await call('/elsewhere')
  stub.answer = () => ({ status: 429 })
  await fetch(`${stub.url}/v1/charges`)
  stub.answer = () => ({ status: 502 })
  await call('/v1/charges')
  stub.answer = () => 'silence'
  await call('/v1/charges', 200)
  stub.answer = () => 'reset'
  await call('/v1/charges')
  expect(await valuesOf(registry, 'goodword_vendor_calls_total')).toEqual({
    'stripe 2xx': 2,
    'stripe 429': 1,
    'stripe 5xx': 1,
    'stripe none': 2,
  })
})

test('connections are counted, and those that were given up by the reason', async () => {
  const registry = new Registry()
  const own = createProcessMetrics(registry, 'worker')
  const { db, pool, close } = openDb(base.url, {
    max: 2,
    onError: () => undefined,
    onClosed: own.recordClosed,
  })
  ending.push(close)
  own.watchPool(pool)
  await sql`select 1`.execute(db)
  expect(await valuesOf(registry, 'goodword_database_connections')).toEqual({ 'worker idle': 1 })
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const cut = db.connection().execute(async (trx) => {
    await asOwner(base.url, (owner) => owner.query('select pg_terminate_backend($1)', [rows[0]!.pid]))
    await sql`select 1`.execute(trx)
  })
  await expect(cut).rejects.toThrow('The database cannot be used now')
  await db.connection().execute((trx) => sql`begin`.execute(trx))
  expect(await valuesOf(registry, 'goodword_database_connections_closed_total')).toEqual({
    'worker lost': 1,
    'worker in-transaction': 1,
  })
})

test('a job is counted by how it ended, and fails as before', async () => {
  const registry = new Registry()
  const { sweep, mail } = createProcessMetrics(registry, 'worker').countRuns({
    sweep: async () => undefined,
    mail: () => Promise.reject(new Error('no post office')),
  })
  await sweep!({})
  await sweep!({})
  await expect(mail!({})).rejects.toThrow('no post office')
  expect(await valuesOf(registry, 'goodword_jobs_total')).toEqual({ 'sweep done': 2, 'mail failed': 1 })
})

test.each(['xero', 'twilio-status', 'twilio-inbound', 'stripe', 'google-reviews'])(
  'failures at the door %s begin at zero, so that an alert sees the first of them',
  async (door) => {
    const registry = new Registry()
    createProductMetrics(registry)
    expect(await registry.metrics()).toContain(`goodword_webhooks_total{door="${door}",answer="503"} 0`)
  },
)

test('what was paid before an organisation went live was missed by no webhook', async () => {
  const registry = new Registry()
  const { recordDecisions } = createProductMetrics(registry)
  const made = (reason: string | null) => ({ invoiceId: 'x', outcome: 'skipped', reason }) as never
  recordDecisions([made('paid_before_go_live'), made('paid_before_go_live'), made('no_mobile')], 'sweep')
  recordDecisions([made('no_mobile')], 'webhook')
  expect(await valuesOf(registry, 'goodword_webhooks_missed_total')).toEqual({ '': 1 })
})
