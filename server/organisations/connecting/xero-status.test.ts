import { expect, test } from 'vitest'
import { useProduct } from '../../../test/support/product.ts'
import { signInTo } from '../../../test/support/signed-in.ts'
import { createTrader, tellOf } from '../../../test/support/trader.ts'

const product = useProduct()

test('the connection to Xero has its state and its moments, an organization its name and age [3.6]', async () => {
  const trader = await createTrader(product)
  const createdDateUtc = '2019-12-07T18:46:19.516Z'
  const connectedAt = new Date('2020-01-02T03:00:00Z')
  await trader.setOrganisation({
    name: 'Coastal Plumbing',
    created_date_utc: createdDateUtc,
    connected_at: connectedAt,
    swept_at: connectedAt,
  })
  const { call } = await signInTo(product, trader.businessId)
  const status = async () => (await call('GET', '/api/xero/status')).body
  const before = await status()
  expect(before).toEqual({
    status: 'connected',
    lastSync: connectedAt.toISOString(),
    connectedAt: connectedAt.toISOString(),
    lastActivity: null,
    catchesUp: true,
    needsReconnect: false,
    message: null,
  })

  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [trader.paid()] }])
  await trader.sync()
  const after = await status()
  expect(after).toEqual({
    ...before,
    lastActivity: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    lastSync: expect.stringMatching(/^\d{4}-.*Z$/) as string,
  })
  for (const moment of [after['lastActivity'], after['lastSync']])
    expect(new Date(moment as string).getTime()).toBeGreaterThan(connectedAt.getTime())

  expect((await call('GET', '/api/xero/organizations')).body).toEqual({
    organizations: [
      expect.objectContaining({
        tenantId: trader.tenantId,
        tenantName: 'Coastal Plumbing',
        tenantType: 'ORGANISATION',
        createdDateUtc,
      }),
    ],
  })
})

test('while none is connected it says when invoices were last read, and whether those paid meanwhile are caught up', async () => {
  const trader = await createTrader(product)
  const sweptAt = new Date('2026-01-02T03:00:00Z')
  await trader.setOrganisation({ state: 'disconnected', swept_at: sweptAt, last_event_at: sweptAt })
  const reads = { lastSync: sweptAt.toISOString(), lastActivity: sweptAt.toISOString() }
  const { call } = await signInTo(product, trader.businessId)
  const status = async () => (await call('GET', '/api/xero/status')).body
  expect(await status()).toMatchObject({
    status: 'disconnected',
    connectedAt: null,
    ...reads,
    catchesUp: true,
  })
  // As deactivating leaves it: what was paid before it goes live again is never texted.
  await trader.setOrganisation({ live_since: null })
  expect(await status()).toMatchObject({ status: 'disconnected', ...reads, catchesUp: false })
})

test('an organisation that was removed in Xero has to be connected again, and is not paused', async () => {
  const trader = await createTrader(product)
  const { call } = await signInTo(product, trader.businessId)
  product.sandbox.faults.ask({ xero403: { count: 1 } })
  await product.job('sweep-organisation', trader)
  expect((await call('GET', '/api/xero/organizations')).body).toMatchObject({
    organizations: [{ state: 'paused', stateReason: 'Xero no longer lets us see this organisation.' }],
  })
  product.sandbox.faults.ask({ xeroRemoved: { count: 1 } })
  await product.job('sweep-organisation', trader)
  expect((await call('GET', '/api/xero/organizations')).body).toMatchObject({
    organizations: [
      { state: 'connected', stateReason: 'Our connection was removed in Xero. Connect it again.' },
    ],
  })
  expect((await call('GET', '/api/xero/status')).body).toMatchObject({
    status: 'error',
    needsReconnect: true,
  })
})

test('one that Xero refused before the consent ended does not say that it comes back by itself', async () => {
  const trader = await createTrader(product)
  await trader.setOrganisation({ state: 'paused' })
  await product.db.updateTable('xero_authorisations').set({ state: 'needs_reconnect' }).execute()
  const { call } = await signInTo(product, trader.businessId)
  expect((await call('GET', '/api/xero/organizations')).body).toMatchObject({
    organizations: [{ state: 'connected' }],
  })
})
