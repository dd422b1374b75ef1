import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { useAccountSide } from '../../../test/support/account-side.ts'
import { createOwner, type Owner } from '../../../test/support/owner.ts'
import { addRequests, statesOf } from '../../../test/support/requests.ts'
import { checkPlace } from '../../businesses/check-place.ts'
import { googleStatusOf } from '../../businesses/google-business.ts'
import { asBusiness, asSystem } from '../../database/database.ts'
import { grantFunds } from '../funds/grant-funds.ts'
import { enqueue } from '../../platform/postgres/work/jobs.ts'

const side = useAccountSide()
const HOUR_MS = 3_600_000
let owner: Owner
let email: string
let tenantId: string
let people = 0

beforeEach(async () => {
  people += 1
  email = `priya${people}@raman.example`
  owner = await createOwner(side, email)
  tenantId = side.sandbox.xero.addOrganisation({ name: 'Raman Plumbing' }).tenantId
  await owner.connectXero(tenantId)
  await owner.api('POST', '/api/onboarding/complete')
})

const deactivate = async () => expect((await owner.api('POST', '/api/auth/deactivate')).status).toBe(204)
const business = () =>
  side.parts.db
    .selectFrom('businesses')
    .selectAll()
    .where('id', '=', owner.businessId)
    .executeTakeFirstOrThrow()
const tokenOf = (landed: URL) => ({ token: landed.searchParams.get('token') })

test('deactivating signs out every browser of the person, and each gets the reason [4.15]', async () => {
  const phone = side.person()
  await phone.signIn(email)
  const [session] = phone.cookies().filter((pair) => pair.startsWith('goodword-session='))
  await deactivate()
  expect((await owner.api('GET', '/api/auth/me')).status).toBe(401)

  const answer = await phone.api('GET', '/api/xero/status')
  expect(answer.status).toBe(403)
  expect(answer.body).toMatchObject({ code: 'deactivated', isDeactivated: true })
  expect(phone.cookies().join()).not.toContain('goodword-session')
  expect((await phone.api('GET', '/api/auth/me')).status).toBe(401)

  await owner.api('POST', '/api/auth/reactivate', tokenOf(await owner.goToGoogle(email, 'intent=reactivate')))
  phone.plantCookie('localhost', session!)
  expect((await phone.api('GET', '/api/auth/me')).status).toBe(401)
})

test('deactivating cancels what waits, keeps the funds, and disconnects Xero [4.15]', async () => {
  const where = { businessId: owner.businessId, tenantId }
  const ids = await addRequests(side.parts.db, where, ['scheduled', 'waiting_for_funds', 'sending', 'sent'])
  await giveFunds()
  await deactivate()
  expect(await statesOf(side.parts.db, ids)).toEqual([
    'cancelled: account_deactivated',
    'cancelled: account_deactivated',
    'sending',
    'sent',
  ])
  expect(await business()).toMatchObject({
    automation_enabled: false,
    deactivated_at: expect.any(Date) as Date,
  })
  const balance = await sql<{ cents: number }>`
    select available_cents as cents from balances where business_id = ${owner.businessId}`.execute(
    side.parts.db,
  )
  expect(balance.rows).toEqual([{ cents: 500 }])

  const other = side.sandbox.xero.addOrganisation({ name: 'Same person, other business' }).tenantId
  const otherOwner = await createOwner(side, `other${people}@else.example`)
  await otherOwner.connectXero(other)
  await side.work()
  expect(side.sandbox.xero.isConnected(tenantId)).toBe(false)
  expect(side.sandbox.xero.isConnected(other)).toBe(true)
})

test('what was begun at Xero or Google ends with the account, and that of others goes on [4.15]', async () => {
  const other = await createOwner(side, `other${people}@begun.example`)
  for (const one of [owner, other]) {
    expect((await one.connect()).status).toBe(200)
    expect((await one.api('POST', '/api/reviews/connect', {})).status).toBe(200)
  }
  const begun = async (businessId: string) => {
    const { rows } = await sql<{ xero: number; google: number }>`
      select (select count(*)::int from xero_consents where business_id = ${businessId}) as xero,
             (select count(*)::int from profile_consents where business_id = ${businessId}) as google`.execute(
      side.parts.db,
    )
    return rows[0]
  }
  expect(await begun(owner.businessId)).toEqual({ xero: 1, google: 1 })
  await deactivate()
  expect(await begun(owner.businessId)).toEqual({ xero: 0, google: 0 })
  expect(await begun(other.businessId)).toEqual({ xero: 1, google: 1 })
})

test('of a deactivated business Google is asked nothing; coming back finds it chosen as it was [4.15]', async () => {
  const { body: found } = await owner.api('GET', '/api/places?query=kettle')
  const [{ placeId }] = found['places'] as [{ placeId: string }]
  await owner.api('PUT', '/api/google/business', { placeId })
  const status = () => owner.api('GET', '/api/google/status')
  const checkPlaces = async () => {
    await enqueue(side.parts.db, 'check-places', {})
    await side.work()
    return (await business()).place_checked_at
  }
  await deactivate()
  expect((await status()).status).toBe(401)
  const uncheckedSince = (await business()).place_checked_at
  side.later(25 * HOUR_MS)
  expect(await checkPlaces()).toEqual(uncheckedSince)

  const { body } = await owner.api(
    'POST',
    '/api/auth/reactivate',
    tokenOf(await owner.goToGoogle(email, 'intent=reactivate')),
  )
  await owner.api('POST', '/api/auth/session', { token: body['token'] })
  expect((await status()).body).toMatchObject({ status: 'connected', businessInfo: { placeId } })
  expect(await checkPlaces()).not.toEqual(uncheckedSince)
})

test('a deactivated person who signs in is not let in, but may come back after a fresh sign-in [4.16] [6.1]', async () => {
  await deactivate()
  const refused = await owner.signIn(email)
  expect([refused.status, refused.body['isDeactivated']]).toEqual([403, true])

  const landed = await owner.goToGoogle(email, 'intent=reactivate')
  expect(landed.pathname).toBe('/auth/reactivate')
  const again = tokenOf(landed)
  expect((await owner.api('POST', '/api/auth/session', again)).status).toBe(401)
  expect((await side.person().api('POST', '/api/auth/reactivate', again)).status).toBe(401)
  const back = await owner.api('POST', '/api/auth/reactivate', again)
  expect(back.body).toMatchObject({
    user: { email, isOnboardingComplete: true },
    requiresXeroReconnection: true,
  })
  expect((await owner.api('POST', '/api/auth/reactivate', again)).status).toBe(401)
  const session = await owner.api('POST', '/api/auth/session', { token: back.body['token'] })
  expect(session.status).toBe(200)
  expect((await owner.api('GET', '/api/auth/me')).body).toEqual({ user: back.body['user'] })
  expect(await business()).toMatchObject({ deactivated_at: null, automation_enabled: true })
})

test('a link on another site does not bring an account back: it leads to the page with the button', async () => {
  await deactivate()
  await owner.signIn(email)
  for (const site of ['cross-site', 'same-site', 'none'])
    for (const prompt of ['none', 'select_account'])
      expect(await wayFrom(site, prompt)).toBe(`${side.url}/auth/reactivate`)
  expect((await wayFrom('same-origin', 'select_account')).startsWith(side.url)).toBe(false)
})

test('an account is brought back by nobody who was not asked at Google, whatever the link says', async () => {
  for (const prompt of ['none', 'select_account'])
    for (const site of ['same-origin', undefined])
      expect(new URL(await wayFrom(site, prompt)).searchParams.get('prompt')).toBe('select_account')
})

/** Where a link to reactivate leads, as followed by a browser that says where it stands. */
const wayFrom = async (site: string | undefined, prompt: string): Promise<string> => {
  const answer = await fetch(`${side.url}/api/auth/google?intent=reactivate&prompt=${prompt}`, {
    redirect: 'manual',
    headers: site ? { 'sec-fetch-site': site } : {},
  })
  return answer.headers.get('location')!
}

test('what was paid while the account was away is not texted: Xero goes live anew', async () => {
  const { db } = side.parts
  await db
    .updateTable('organisations')
    .set({ live_since: new Date() })
    .where('tenant_id', '=', tenantId)
    .execute()
  await deactivate()
  const landed = await owner.goToGoogle(email, 'intent=reactivate')
  const { body } = await owner.api('POST', '/api/auth/reactivate', tokenOf(landed))
  await owner.api('POST', '/api/auth/session', { token: body['token'] })
  expect((await owner.api('GET', '/api/xero/status')).body).toMatchObject({ status: 'disconnected' })
  await owner.connectXero(tenantId)
  const organisation = await db
    .selectFrom('organisations')
    .select(['live_since', 'state'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  expect(organisation).toEqual({ live_since: null, state: 'connected' })
})

test('whoever had switched the texts off finds them off after coming back', async () => {
  await side.parts.db
    .updateTable('businesses')
    .set({ automation_enabled: false })
    .where('id', '=', owner.businessId)
    .execute()
  await deactivate()
  await owner.api('POST', '/api/auth/reactivate', tokenOf(await owner.goToGoogle(email, 'intent=reactivate')))
  expect(await business()).toMatchObject({ deactivated_at: null, automation_enabled: false })
})

test('whoever asks to reactivate an account that is active is signed in, where that is said', async () => {
  const landed = await owner.goToGoogle(email, 'intent=reactivate')
  expect([landed.pathname, landed.searchParams.get('redirect')]).toEqual(['/auth/callback', 'reactivate'])
  expect((await owner.api('POST', '/api/auth/session', tokenOf(landed))).status).toBe(200)
})

test('a connection to Xero that was under way when the account was deactivated is not made', async () => {
  const phone = side.person()
  await phone.signIn(email)
  const { authorizationUrl } = (await phone.api('POST', '/api/xero/connect')).body as {
    authorizationUrl: string
  }
  await deactivate()
  const { url } = await phone.submit(authorizationUrl, { decision: 'allow', tenant: tenantId })
  expect(new URL(url).searchParams.get('xero')).toBe('error')
})

const giveFunds = () =>
  asSystem(side.parts.db, (trx) =>
    grantFunds(trx, owner.businessId, {
      cents: 500,
      note: 'test',
      reference: crypto.randomUUID(),
      now: new Date(),
    }),
  )

test('deactivating disconnects Google: nothing is asked about the place, until the owner is back [3.5] [4.15] [4.16]', async () => {
  const { db, places, clock } = side.parts
  const { body: found } = await owner.api('GET', '/api/places?query=kettle')
  const [{ placeId }] = found['places'] as [{ placeId: string }]
  await owner.api('PUT', '/api/google/business', { placeId })
  await checkPlace({ db, places }, owner.businessId, clock())
  expect((await business()).place_checked_at).not.toBeNull()
  await enqueue(db, 'check-place', { businessId: owner.businessId }, { queue: 'google' })
  await deactivate()
  await side.work()
  expect((await business()).place_checked_at).toBeNull()
  const asked: string[] = []
  const askedOf = async () => {
    const currentId = async (id: string) => (asked.push(id), id)
    await checkPlace({ db, places: { currentId } }, owner.businessId, clock())
    return asked
  }
  expect(await askedOf()).toEqual([])
  const statusOf = () => asBusiness(db, owner.businessId, (trx) => googleStatusOf(trx, owner.businessId))
  expect(await statusOf()).toMatchObject({ status: 'disconnected', lastSync: null, message: null })

  const back = tokenOf(await owner.goToGoogle(email, 'intent=reactivate'))
  const { body } = await owner.api('POST', '/api/auth/reactivate', back)
  await owner.api('POST', '/api/auth/session', { token: body['token'] })
  expect((await owner.api('GET', '/api/google/status')).body).toMatchObject({ status: 'connected' })
  await side.work()
  expect((await business()).place_checked_at).not.toBeNull()
  expect(await askedOf()).toEqual([placeId])
})
