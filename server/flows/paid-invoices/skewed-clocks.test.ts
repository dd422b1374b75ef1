import { sql } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { useProduct } from '../../../test/support/product.ts'
import { createTrader, tellOf, type Trader } from '../../../test/support/trader.ts'
import { MINUTE_MS } from '../../platform/dates.ts'
import { openLeases } from '../../platform/postgres/work/leases.ts'
import { VendorFailure } from '../../platform/errors.ts'
import { goLive } from './go-live.ts'

const product = useProduct()
let trader: Trader

beforeEach(async () => {
  trader = await createTrader(product)
})

/** A worker whose own clock differs from everyone else's by so many minutes. */
const skewed = (minutes: number) =>
  product.otherWorker({ clock: () => new Date(product.now().getTime() + minutes * MINUTE_MS) })
const tell = async () => {
  const invoice = trader.paid()
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
  return invoice
}
const organisation = () =>
  product.db
    .selectFrom('organisations')
    .selectAll()
    .where('tenant_id', '=', trader.tenantId)
    .executeTakeFirstOrThrow()
/** How far this is from now, in whole minutes. */
const minutesFromNow = (at: Date | null) =>
  Math.abs(Math.round((at!.getTime() - product.now().getTime()) / MINUTE_MS))

describe.each([-10, 10])('a worker whose clock differs by %d minutes', (minutes) => {
  test('schedules a text for now, seen as paid now', async () => {
    const invoice = await tell()
    await skewed(minutes)(`sync:${trader.tenantId}`)
    const row = await product.db
      .selectFrom('review_requests')
      .select(['scheduled_at', 'due_at', 'meant_at', 'checked_at'])
      .where('invoice_id', '=', invoice.invoiceId)
      .executeTakeFirstOrThrow()
    for (const at of Object.values(row)) expect(minutesFromNow(at)).toBe(0)
    await trader.send()
    expect(await trader.request(invoice)).toMatchObject({ state: 'sent' })
  })

  test('counts the calls of one minute at Xero together with the others', async () => {
    await tell()
    await trader.sync()
    await tell()
    await skewed(minutes)(`sync:${trader.tenantId}`)
    const { minute_calls, minute_started_at, last_synced_at, day_read_at } = await organisation()
    expect(minute_calls).toBe(2)
    for (const at of [minute_started_at, last_synced_at, day_read_at]) expect(minutesFromNow(at)).toBe(0)
  })

  test('neither shortens nor lengthens a limit that Xero returned to another', async () => {
    await tell()
    await trader.setOrganisation({ blocked_until: new Date(product.now().getTime() + 5 * MINUTE_MS) })
    const calls = () =>
      product.sandbox.xero.calls().filter(({ tenantId }) => tenantId === trader.tenantId).length
    await skewed(minutes)(`sync:${trader.tenantId}`)
    expect(calls()).toBe(0)
    await trader.setOrganisation({ blocked_until: new Date(product.now().getTime() - MINUTE_MS) })
    await skewed(minutes)(`sync:${trader.tenantId}`)
    expect(calls()).toBe(1)
  })

  test('has the others wait as long as Xero asked it to', async () => {
    await tell()
    product.sandbox.faults.ask({ xero429: { count: 1 } })
    await skewed(minutes)(`sync:${trader.tenantId}`)
    const { blocked_until } = await organisation()
    expect(blocked_until!.getTime()).toBeGreaterThan(product.now().getTime())
    expect(minutesFromNow(blocked_until)).toBeLessThanOrEqual(1)
  })

  test('goes live now, so that the first sweep misses nothing', async () => {
    await trader.setOrganisation({ live_since: null, sweep_cursor: null, swept_at: null })
    const { parts } = product
    const clock = () => new Date(product.now().getTime() + minutes * MINUTE_MS)
    const ignore = () => undefined
    const leases = openLeases(parts.db, { holder: 'skewed', log: parts.log })
    const deps = { ...parts, clock, leases, recordDecisions: ignore, recordReceivedToDecided: ignore }
    await goLive(deps, trader.tenantId)
    const { live_since, sweep_cursor, swept_at } = await organisation()
    for (const at of [live_since, sweep_cursor, swept_at]) expect(minutesFromNow(at)).toBe(0)
  })

  test('puts off an event that fails for as long as any other worker', async () => {
    await tell()
    const refused = new VendorFailure('xero', 'rejected', 'http-400', 'Xero answered 400')
    const failing = vi.spyOn(product.parts.xero, 'invoice').mockRejectedValue(refused)
    await skewed(minutes)(`sync:${trader.tenantId}`)
    failing.mockRestore()
    const { rows } = await sql<{ at: Date }>`
      select retry_at as at from xero_events where tenant_id = ${trader.tenantId}`.execute(product.db)
    expect(rows).toHaveLength(1)
    expect(minutesFromNow(rows[0]!.at)).toBe(0)
  })
})
