import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { asOwner, useProduct } from '../../../test/support/product.ts'
import { createTrader, type Trader } from '../../../test/support/trader.ts'
import { MINUTE_MS } from '../../platform/dates.ts'

const product = useProduct()
const ORGANISATIONS = 240
let trader: Trader

beforeEach(async () => {
  await sql`update organisations set state = 'disconnected'`.execute(product.db)
  trader = await createTrader(product)
  await asOwner(product.databaseUrl, (pool) => pool.query('delete from graphile_worker._private_jobs'))
})

/** More organisations of the same business. Their ids are always the same, and as even as random ones. */
const addOrganisations = () =>
  sql`
    insert into organisations (business_id, tenant_id, authorisation_id, connection_id, name, country, currency, time_zone,
                               live_since, sweep_cursor)
    select business_id, md5('organisation ' || n)::uuid, authorisation_id, gen_random_uuid(), name, country, currency,
           time_zone, live_since, sweep_cursor
    from organisations, generate_series(1, ${ORGANISATIONS}::integer) n where tenant_id = ${trader.tenantId}`.execute(
    product.db,
  )
const sweptAt = (at: Date | null) => sql`update organisations set swept_at = ${at}`.execute(product.db)
/** When each planned sweep runs, in minutes from then on. */
const planned = (from: Date) =>
  asOwner(product.databaseUrl, async (pool) => {
    const { rows } = await pool.query<{ at: Date }>(
      `select j.run_at as at from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'sweep-organisation' order by 1`,
    )
    return rows.map(({ at }) => (at.getTime() - from.getTime()) / MINUTE_MS)
  })
const mostIn = (minutes: number[], span: number): number =>
  Math.max(...minutes.map((from) => minutes.filter((at) => at >= from && at < from + span).length))

test('organisations that were swept at the same moment are swept again once each within the hour, evenly', async () => {
  await addOrganisations()
  const before = product.now()
  await sweptAt(before)
  for (let tick = 0; tick <= 13; tick += 1) {
    await product.job('sweep-due')
    product.later(5 * MINUTE_MS)
  }
  const minutes = await planned(before)
  expect(minutes).toHaveLength(ORGANISATIONS + 1)
  expect(Math.min(...minutes)).toBeGreaterThan(5)
  expect(Math.max(...minutes)).toBeLessThanOrEqual(66)
  // Four a minute are the mean.
  expect(mostIn(minutes, 1)).toBeLessThan(16)
})

test('after an outage a hundred go at once, and the others at a pace', async () => {
  await addOrganisations()
  const now = product.now()
  await sweptAt(new Date(now.getTime() - 180 * MINUTE_MS))
  await product.job('sweep-due')
  const minutes = await planned(now)
  expect(minutes).toHaveLength(ORGANISATIONS + 1)
  expect(mostIn(minutes.slice(100), 1 / 60)).toBeLessThanOrEqual(34)
  // What waits keeps its place.
  product.later(MINUTE_MS)
  await product.job('sweep-due')
  expect(await planned(now)).toEqual(minutes)
})

test('after the database’s clock is set back an organisation that was swept before is swept at once', async () => {
  const now = product.now()
  await sweptAt(new Date(now.getTime() + 24 * 60 * MINUTE_MS))
  await product.job('sweep-due')
  const minutes = await planned(now)
  expect(minutes).toHaveLength(1)
  expect(minutes[0]).toBeLessThan(0.1)
})

test('what was forgotten is asked for at once, though the next sweep of its organisation was planned already', async () => {
  await addOrganisations()
  await sweptAt(new Date(product.now().getTime() - 30 * MINUTE_MS))
  await product.job('sweep-due')
  const now = product.now()
  expect(Math.max(...(await planned(now)))).toBeGreaterThan(1)
  await sweptAt(null)
  await product.job('sweep-due')
  const minutes = await planned(now)
  expect(minutes).toHaveLength(ORGANISATIONS + 1)
  expect(Math.max(...minutes)).toBeLessThan(0.1)
})

test.each([
  ['sweep-organisation', new Date('2026-01-02T03:00:00Z')],
  ['go-live', null],
])(
  'one that Xero refuses is tried twice about its moment of the hour, and not with every tick: %s',
  async (task, liveSince) => {
    await trader.setOrganisation({ state: 'paused', swept_at: liveSince, live_since: liveSince })
    product.stopClock()
    let tries = 0
    for (let tick = 0; tick < 24; tick += 1) {
      await product.job('sweep-due')
      tries += await asOwner(product.databaseUrl, async (pool) => {
        const { rowCount } = await pool.query(
          `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
         where t.id = j.task_id and t.identifier = $1`,
          [task],
        )
        return rowCount ?? 0
      })
      product.later(5 * MINUTE_MS)
    }
    expect(tries).toBe(4)
  },
)
