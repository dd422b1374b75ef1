import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { consentAnew } from '../../test/support/consent-anew.ts'
import { useProduct } from '../../test/support/product.ts'
import { createTrader, tellOf } from '../../test/support/trader.ts'
import { findOrganisation } from './organisation-queries.ts'

const product = useProduct()

const callsOf = (tenantId: string) =>
  product.sandbox.xero.calls().filter((call) => call.tenantId === tenantId)

test('one whose connection was removed in Xero waits for its owner; others of the same consent are synced', async () => {
  const trader = await createTrader(product)
  const { tenantId: roofing } = product.sandbox.xero.addOrganisation({ name: 'Coastal Roofing' })
  product.sandbox.xero.grant(roofing)
  await sql`
    insert into organisations (business_id, tenant_id, authorisation_id, connection_id, name, live_since, sweep_cursor)
    select business_id, ${roofing}::uuid, authorisation_id, gen_random_uuid(), name, live_since, sweep_cursor
    from organisations where tenant_id = ${trader.tenantId}`.execute(product.db)
  const mine = trader.paid()
  product.sandbox.xero.disconnect(trader.tenantId)
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [mine] }])
  await trader.sync()
  expect(await findOrganisation(product.db, trader.tenantId)).toMatchObject({
    state: 'connected',
    authorisationState: 'needs_reconnect',
  })

  const before = callsOf(trader.tenantId).length
  await product.tick()
  await product.job('sweep-organisation', trader)
  await product.job('sweep-due')
  expect(callsOf(trader.tenantId)).toHaveLength(before)
  await product.job('sweep-organisation', { businessId: trader.businessId, tenantId: roofing })
  expect(callsOf(roofing).map(({ status }) => status)).toEqual([200])

  await consentAnew(product, trader)
  await product.tick()
  expect(await trader.decision(mine)).toBe('scheduled')
})
