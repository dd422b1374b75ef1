import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { XERO_RETURNS } from '../../../contracts/shared/xero-returns.ts'
import { useAccountSide } from '../../../test/support/account-side.ts'
import { createOwner, type Owner } from '../../../test/support/owner.ts'
import { asSystem } from '../../database/database.ts'
import { optOut, optOutOfMails } from '../../opt-outs/opt-out.ts'
import { openToken } from '../seal-tokens.ts'

const side = useAccountSide()
let owner: Owner
let tenantId: string
let people = 0

beforeEach(async () => {
  people += 1
  owner = await createOwner(side, `priya${people}@raman.example`)
  tenantId = side.sandbox.xero.addOrganisation({ name: `Raman Plumbing ${people}` }).tenantId
})

const status = async (who = owner) => (await who.api('GET', '/api/xero/status')).body
const organizations = async (who = owner) =>
  (await who.api('GET', '/api/xero/organizations')).body['organizations'] as Record<string, unknown>[]
const messageOf = (landed: URL) => landed.searchParams.get('message')

test('an owner agrees at Xero: the organisation is connected and begins to go live [1.3]', async () => {
  expect(await status()).toMatchObject({ status: 'disconnected', connectedAt: null, lastSync: null })
  const landed = await owner.connectXero(tenantId)
  expect(landed.href).toBe(`${side.url}/xero/callback?xero=success`)
  expect(await status()).toMatchObject({
    status: 'connected',
    connectedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    needsReconnect: false,
    message: null,
  })
  expect(await organizations()).toEqual([
    expect.objectContaining({
      tenantId,
      tenantName: `Raman Plumbing ${people}`,
      tenantType: 'ORGANISATION',
      state: 'connected',
      liveSince: null,
    }),
  ])
  const jobs = await side.jobs('go-live')
  expect(jobs).toContainEqual({ businessId: owner.businessId, tenantId })
})

test('an organisation that was live and is connected again is swept at once, one that is new is not', async () => {
  const swept = () => side.jobs('sweep-organisation')
  const job = { businessId: owner.businessId, tenantId }
  await owner.connectXero(tenantId)
  expect(await swept()).not.toContainEqual(job)
  await side.parts.db
    .updateTable('organisations')
    .set({ live_since: new Date() })
    .where('tenant_id', '=', tenantId)
    .execute()
  await owner.api('POST', '/api/xero/disconnect', { tenantId })
  await owner.connectXero(tenantId)
  expect(await swept()).toContainEqual(job)
})

test('whoever turns back at Xero reads that it was cancelled', async () => {
  const landed = await owner.connectXero(undefined)
  expect(landed.searchParams.get('xero')).toBe('error')
  expect(messageOf(landed)).toBe('Connection was cancelled or failed. Please try again.')
  expect(await status()).toMatchObject({ status: 'disconnected' })
})

test('only the organisation of this consent is bound, not what the same person connected for others', async () => {
  await owner.connectXero(tenantId)
  const client = await createOwner(side, `client${people}@else.example`)
  const other = side.sandbox.xero.addOrganisation({ name: 'Other Client' }).tenantId
  await client.connectXero(other)
  expect((await organizations(client)).map((each) => each['tenantId'])).toEqual([other])
  expect((await organizations()).map((each) => each['tenantId'])).toEqual([tenantId])
})

test('an organisation that another business holds is refused in clear words, and stays where it is', async () => {
  await owner.connectXero(tenantId)
  const rival = await createOwner(side, `rival${people}@else.example`)
  const landed = await rival.connectXero(tenantId)
  expect(messageOf(landed)).toBe(XERO_RETURNS['organisation-taken'])
  expect(await status(rival)).toMatchObject({ status: 'disconnected' })
  expect(await organizations(rival)).toEqual([])
  expect(await status()).toMatchObject({ status: 'connected' })
  expect(side.sandbox.xero.isConnected(tenantId)).toBe(true)
})

test('whoever opted out under one account stays out where its organisation is connected to the next', async () => {
  const { db, hashPhone } = side.parts
  const next = await createOwner(side, `next${people}@else.example`)
  const optedOut = () =>
    db
      .selectFrom('opt_outs')
      .selectAll()
      .where('business_id', '=', next.businessId)
      .orderBy('source')
      .execute()
  const mailsEnded = () =>
    db.selectFrom('email_opt_outs').selectAll().where('business_id', '=', next.businessId).execute()
  const phone_hash = hashPhone(`+6142012${people}00`)
  await asSystem(db, async (trx) => {
    await optOut(trx, owner.businessId, phone_hash, { source: 'link' })
    await optOut(trx, owner.businessId, phone_hash, { source: 'stop', sender: '+61420120999' })
    await optOutOfMails(trx, owner.businessId, phone_hash)
  })
  await owner.connectXero(tenantId)
  await owner.api('POST', '/api/xero/disconnect', { tenantId })
  await next.connectXero(side.sandbox.xero.addOrganisation({ name: 'Another trader' }).tenantId)
  expect(await optedOut()).toEqual([])
  await next.connectXero(tenantId)
  await next.connectXero(tenantId)
  expect(await optedOut()).toMatchObject([
    { phone_hash, source: 'link', sender: '' },
    { phone_hash, source: 'stop', sender: '+61420120999' },
  ])
  expect(await mailsEnded()).toMatchObject([{ address_hash: phone_hash }])

  // It goes on with others: what is said to it from then on is of these.
  const other = hashPhone(`+6142013${people}00`)
  await asSystem(db, (trx) => optOut(trx, owner.businessId, other, { source: 'link' }))
  await next.connectXero(tenantId)
  expect(await optedOut()).toHaveLength(2)
})

test('access of a consent that fails half-way is given back, and stays where it is in use', async () => {
  const isConnected = () => side.sandbox.xero.isConnected(tenantId)
  const fail = () => {
    side.sandbox.faults.ask({ xero5xx: { count: 1 } })
    return owner.connectXero(tenantId)
  }
  expect((await fail()).searchParams.get('xero')).toBe('error')
  expect(isConnected()).toBe(false)
  await owner.connectXero(tenantId)
  expect((await fail()).searchParams.get('xero')).toBe('error')
  expect(isConnected()).toBe(true)
  expect(await status()).toMatchObject({ status: 'connected' })
})

test('access is given back where the account was deactivated meanwhile', async () => {
  const { db } = side.parts
  const { authorizationUrl } = (await owner.connect()).body as { authorizationUrl: string }
  const deactivate = sql`update businesses set automation_enabled = false, deactivated_at = now() where id = ${owner.businessId}`
  await deactivate.execute(db)
  const landed = await owner.submit(authorizationUrl, { decision: 'allow', tenant: tenantId })
  expect(new URL(landed.url).searchParams.get('xero')).toBe('error')
  expect(side.sandbox.xero.isConnected(tenantId)).toBe(false)
})

test('two businesses that connect the same organisation at the same moment: one of them gets it', async () => {
  const rival = await createOwner(side, `rival${people}@else.example`)
  const landed = await Promise.all([owner.connectXero(tenantId), rival.connectXero(tenantId)])
  expect(landed.map((url) => url.searchParams.get('xero')).sort()).toEqual(['error', 'success'])
})

test('an organisation whose id is of no version of UUID is connected, listed and disconnected as any other', async () => {
  const odd = `0a1b2c3d-0000-0000-0000-${String(people).padStart(12, '0')}`
  side.sandbox.xero.addOrganisation({ tenantId: odd, name: 'Raman Roofing' })
  await owner.connectXero(odd)
  expect(await organizations()).toMatchObject([{ tenantId: odd, state: 'connected' }])
  expect((await owner.api('POST', '/api/xero/disconnect', { tenantId: odd })).status).toBe(200)
  expect(await organizations()).toEqual([])
})

test('several organisations may be connected, each by its own consent', async () => {
  const second = side.sandbox.xero.addOrganisation({ name: 'Raman Roofing' }).tenantId
  await owner.connectXero(tenantId)
  await owner.connectXero(second)
  expect((await organizations()).map((each) => each['tenantId']).sort()).toEqual([tenantId, second].sort())
})

test('connecting the same organisation again keeps since when it is live', async () => {
  await owner.connectXero(tenantId)
  const liveSince = new Date('2026-01-02T03:04:05.000Z')
  await side.parts.db
    .updateTable('organisations')
    .set({ live_since: liveSince, state: 'paused', state_reason: 'Xero shut us out.' })
    .where('tenant_id', '=', tenantId)
    .execute()
  expect(await status()).toMatchObject({ status: 'error', message: 'Xero shut us out.' })
  await owner.connectXero(tenantId)
  expect(await organizations()).toMatchObject([
    { tenantId, state: 'connected', liveSince: liveSince.toISOString() },
  ])
  expect(await status()).toMatchObject({ status: 'connected' })
})

test('a consent that Xero ended is shown, with what helps [3.6]', async () => {
  await owner.connectXero(tenantId)
  await side.parts.db
    .updateTable('xero_authorisations')
    .set({ state: 'needs_reconnect' })
    .where('business_id', '=', owner.businessId)
    .execute()
  expect(await status()).toMatchObject({
    status: 'error',
    needsReconnect: true,
    message: 'Xero no longer lets us in. Please connect Xero again.',
  })
})

test('tokens lie sealed, in no readable form', async () => {
  await owner.connectXero(tenantId)
  const { rows } = await sql<{ access: string; refresh: string }>`
    select encode(access_token, 'escape') as access, encode(refresh_token, 'escape') as refresh
    from xero_authorisations where business_id = ${owner.businessId}`.execute(side.parts.db)
  expect(rows).toHaveLength(1)
  const row = await side.parts.db
    .selectFrom('xero_authorisations')
    .selectAll()
    .where('business_id', '=', owner.businessId)
    .executeTakeFirstOrThrow()
  const key = { businessId: owner.businessId, authorisationId: row.id }
  const columns = ['access_token', 'refresh_token'] as const
  const opened = columns.map((column) => openToken(side.parts.sealer, key, column, row))
  for (const token of opened) {
    expect(token.length).toBeGreaterThan(20)
    expect(JSON.stringify(rows)).not.toContain(token)
  }
})
