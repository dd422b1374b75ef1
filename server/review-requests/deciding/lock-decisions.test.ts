import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { asOwner, useProduct } from '../../../test/support/product.ts'
import { createTrader, tellOf } from '../../../test/support/trader.ts'
import { asBusiness } from '../../database/database.ts'
import { lockDecisions } from './decision-queries.ts'

const product = useProduct()

/** Until one waits for a lock that another holds. */
const oneWaits = () =>
  asOwner(product.databaseUrl, (pool) =>
    vi.waitFor(async () => {
      const { rows } = await pool.query(
        `select from pg_locks l join pg_database d on d.oid = l.database
         where d.datname = current_database() and locktype = 'advisory' and not granted`,
      )
      expect(rows).toHaveLength(1)
    }, 20_000),
  )

test.each(['webhook', 'sweep'])(
  'a decision after a %s that waited rests on what was saved meanwhile',
  async (by) => {
    const trader = await createTrader(product)
    const { businessId, tenantId } = trader
    const customer = trader.customer()
    const invoice = trader.paid(customer)
    let deciding: Promise<unknown> | undefined
    await asBusiness(product.db, businessId, async (trx) => {
      await lockDecisions(trx, businessId)
      if (by === 'webhook') await tellOf(product, [{ tenantId, invoices: [invoice] }])
      deciding = by === 'webhook' ? trader.sync() : product.job('sweep-organisation', trader)
      await oneWaits()
      await sql`
      insert into excluded_contacts (business_id, tenant_id, contact_id, name)
      values (${businessId}, ${tenantId}, ${customer.contactId}, 'Sam Green')`.execute(trx)
    })
    await deciding
    expect(await trader.decision(invoice)).toBe('excluded_contact')
  },
)

test('the settings that come with the lock are those of after the wait', async () => {
  const { businessId } = await createTrader(product)
  let waited: Promise<{ cooldownDays: number }> | undefined
  await asBusiness(product.db, businessId, async (trx) => {
    await lockDecisions(trx, businessId)
    waited = asBusiness(product.db, businessId, (other) => lockDecisions(other, businessId))
    await oneWaits()
    await sql`update businesses set cooldown_days = 17 where id = ${businessId}`.execute(trx)
  })
  expect(await waited).toMatchObject({ cooldownDays: 17 })
})

test('a sync that has read several batches holds one connection while it waits to decide', async () => {
  const trader = await createTrader(product)
  const { businessId, tenantId } = trader
  const invoices = Array.from({ length: 120 }, () => trader.paid(trader.customer()))
  await tellOf(product, [{ tenantId, invoices }])
  const { xero, isRested } = product.parts
  let read = 0
  let begun = 0
  const contacts: typeof xero.contacts = async (session, ids) => {
    const answer = await xero.contacts(session, ids)
    read += 1
    return answer
  }
  const counted = () => {
    begun += 1
    return isRested()
  }
  const worker = product.otherWorker({ xero: { ...xero, contacts }, isRested: counted })
  let syncing: Promise<void> | undefined
  await asBusiness(product.db, businessId, async (trx) => {
    await lockDecisions(trx, businessId)
    syncing = worker(`sync:${tenantId}`)
    await vi.waitFor(() => expect(read).toBe(3), 20_000)
    await oneWaits()
    expect(begun).toBe(1)
  })
  await syncing
  const decisions = await Promise.all(invoices.map(trader.decision))
  expect(new Set(decisions)).toEqual(new Set(['scheduled']))
})
