import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { useAccountSide } from '../../../test/support/account-side.ts'
import { createOwner, type Owner } from '../../../test/support/owner.ts'
import { addRequests, statesOf } from '../../../test/support/requests.ts'
import { VendorFailure } from '../../platform/errors.ts'
import { createOrganisationTasks } from '../organisation-tasks.ts'

const side = useAccountSide()
let owner: Owner
let plumbing: string
let roofing: string
let people = 0

beforeEach(async () => {
  people += 1
  owner = await createOwner(side, `priya${people}@raman.example`)
  plumbing = side.sandbox.xero.addOrganisation({ name: 'Raman Plumbing' }).tenantId
  roofing = side.sandbox.xero.addOrganisation({ name: 'Raman Roofing' }).tenantId
  await owner.connectXero(plumbing)
  await owner.connectXero(roofing)
})

const disconnect = (tenantId: string) => owner.api('POST', '/api/xero/disconnect', { tenantId })
const tokensOf = (tenantId: string) =>
  side.parts.db
    .selectFrom('organisations as o')
    .innerJoin('xero_authorisations as a', 'a.id', 'o.authorisation_id')
    .select(['o.state', 'a.access_token', 'a.refresh_token'])
    .where('o.tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()

test('disconnecting one organisation ends its own connection at Xero and no other', async () => {
  expect((await disconnect(plumbing)).body).toMatchObject({ status: 'connected' })
  const { body } = await owner.api('GET', '/api/xero/organizations')
  expect(body).toMatchObject({ organizations: [{ tenantId: roofing }] })

  await side.work()
  expect(side.sandbox.xero.isConnected(plumbing)).toBe(false)
  expect(side.sandbox.xero.isConnected(roofing)).toBe(true)
  const ended = await tokensOf(plumbing)
  expect([ended.state, ended.access_token.length, ended.refresh_token.length]).toEqual(['disconnected', 0, 0])
  expect((await tokensOf(roofing)).refresh_token.length).toBeGreaterThan(0)

  expect((await disconnect(roofing)).body).toMatchObject({ status: 'disconnected' })
  expect((await disconnect(roofing)).status).toBe(404)
})

/** Where one consent opened both. */
const shareConsent = () =>
  sql`
    update organisations set authorisation_id =
      (select authorisation_id from organisations where tenant_id = ${plumbing} and business_id = ${owner.businessId})
    where tenant_id = ${roofing}`.execute(side.parts.db)
const lengthsOf = async (tenantId: string) => {
  const { access_token, refresh_token } = await tokensOf(tenantId)
  return [access_token.length, refresh_token.length]
}
const areConnected = () => [plumbing, roofing].map((tenantId) => side.sandbox.xero.isConnected(tenantId))

test('a deactivated account has every connection of one consent ended at Xero before its tokens go', async () => {
  await shareConsent()
  expect((await owner.api('POST', '/api/auth/deactivate')).status).toBe(204)
  await side.work()
  expect(areConnected()).toEqual([false, false])
  expect(await lengthsOf(roofing)).toEqual([0, 0])
})

test('of one consent each connection is ended, in whichever order they are disconnected and the jobs run', async () => {
  await shareConsent()
  await disconnect(roofing)
  const { 'end-xero-connection': end } = createOrganisationTasks(side.parts)
  const { disconnect: ask } = side.parts.xero
  side.parts.xero.disconnect = async (...asked) => {
    side.parts.xero.disconnect = ask
    await disconnect(plumbing)
    await ask(...asked)
  }
  const [job] = await jobsOf(roofing)
  await end!(job)
  expect(areConnected()).toEqual([true, false])
  expect((await tokensOf(plumbing)).refresh_token.length).toBeGreaterThan(0)
  await side.work()
  expect(areConnected()).toEqual([false, false])
  expect(await lengthsOf(plumbing)).toEqual([0, 0])
})

test('where Xero does not end one connection, those of its consent are ended and the tokens stay for it', async () => {
  await shareConsent()
  await owner.api('POST', '/api/auth/deactivate')
  const { disconnect: ask } = side.parts.xero
  const [refused] = await jobsOf(plumbing)
  side.parts.xero.disconnect = async (token, connectionId) => {
    if (connectionId === refused!.connectionId)
      throw new VendorFailure('xero', 'retry-later', 'unavailable', 'Xero does not answer.')
    await ask(token, connectionId)
  }
  await side.work()
  side.parts.xero.disconnect = ask
  expect(areConnected()).toEqual([true, false])
  expect((await tokensOf(plumbing)).refresh_token.length).toBeGreaterThan(0)
  await createOrganisationTasks(side.parts)['end-xero-connection']!(refused)
  expect(areConnected()).toEqual([false, false])
  expect(await lengthsOf(plumbing)).toEqual([0, 0])
})

test('one of the same consent that another business has connected meanwhile stays, the other is ended', async () => {
  await shareConsent()
  await owner.api('POST', '/api/auth/deactivate')
  const buyer = await createOwner(side, `buyer${people}@else.example`)
  expect((await buyer.connectXero(roofing)).searchParams.get('xero')).toBe('success')
  await side.work()
  expect(areConnected()).toEqual([false, true])
  expect(await lengthsOf(plumbing)).toEqual([0, 0])
})

test('whoever connects one of a consent again leaves the tokens by which the other has still to be ended', async () => {
  await shareConsent()
  await disconnect(plumbing)
  await disconnect(roofing)
  await owner.connectXero(plumbing)
  expect((await tokensOf(roofing)).refresh_token.length).toBeGreaterThan(0)
  await side.work()
  expect(areConnected()).toEqual([true, false])
  expect(await lengthsOf(roofing)).toEqual([0, 0])
})

const jobsOf = async (tenantId: string) =>
  ((await side.jobs('end-xero-connection')) as { tenantId: string; connectionId: string }[]).filter(
    (job) => job.tenantId === tenantId,
  )

test('texts that wait for a disconnected organisation are cancelled, those of another are sent', async () => {
  const { db } = side.parts
  const { businessId } = owner
  const ids = [
    ...(await addRequests(db, { businessId, tenantId: plumbing }, ['scheduled'])),
    ...(await addRequests(db, { businessId, tenantId: roofing }, ['scheduled'])),
  ]
  await disconnect(plumbing)
  expect(await statesOf(db, ids)).toEqual(['cancelled: xero_disconnected', 'scheduled'])
})

test('whoever connects again before the job ran keeps the connection', async () => {
  await disconnect(plumbing)
  await owner.connectXero(plumbing)
  await side.work()
  expect(side.sandbox.xero.isConnected(plumbing)).toBe(true)
  expect((await owner.api('GET', '/api/xero/status')).body).toMatchObject({ status: 'connected' })
})

test('once it is disconnected, another business may connect the organisation', async () => {
  await disconnect(plumbing)
  await side.work()
  const buyer = await createOwner(side, `buyer${people}@else.example`)
  expect((await buyer.connectXero(plumbing)).searchParams.get('xero')).toBe('success')
  expect((await owner.connectXero(plumbing)).searchParams.get('xero')).toBe('error')
})

test('where another business has connected it before the job ran, our tokens go and its stay', async () => {
  const { db } = side.parts
  await disconnect(plumbing)
  const buyer = await createOwner(side, `buyer${people}@else.example`)
  expect((await buyer.connectXero(plumbing)).searchParams.get('xero')).toBe('success')
  await side.work()
  expect(side.sandbox.xero.isConnected(plumbing)).toBe(true)
  const kept = await db
    .selectFrom('organisations as o')
    .innerJoin('xero_authorisations as a', 'a.id', 'o.authorisation_id')
    .select(['o.business_id', 'a.state', sql<boolean>`length(a.refresh_token) > 0`.as('hasTokens')])
    .where('o.tenant_id', '=', plumbing)
    .orderBy('o.connected_at')
    .execute()
  expect(kept).toEqual([
    { business_id: owner.businessId, state: 'needs_reconnect', hasTokens: false },
    { business_id: buyer.businessId, state: 'connected', hasTokens: true },
  ])
  expect((await tokensOf(roofing)).refresh_token.length).toBeGreaterThan(0)
})

test('a connection that Xero itself ended is disconnected without an error', async () => {
  await disconnect(plumbing)
  side.sandbox.xero.disconnect(plumbing)
  await side.work()
  expect((await tokensOf(plumbing)).access_token.length).toBe(0)
})

test('access to an organisation that another business holds is given back at once', async () => {
  const { db } = side.parts
  await db
    .updateTable('organisations')
    .set({ connection_id: crypto.randomUUID() })
    .where('tenant_id', '=', plumbing)
    .execute()
  const rival = await createOwner(side, `rival${people}@else.example`)
  expect((await rival.connectXero(plumbing)).searchParams.get('xero')).toBe('error')
  expect(side.sandbox.xero.isConnected(plumbing)).toBe(false)
})
