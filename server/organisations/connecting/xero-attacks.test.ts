import { beforeEach, expect, test } from 'vitest'
import { XERO_RETURNS } from '../../../contracts/shared/xero-returns.ts'
import { useAccountSide } from '../../../test/support/account-side.ts'
import { createOwner, type Owner } from '../../../test/support/owner.ts'
import { connectOrganisations } from './connect-organisations.ts'

const side = useAccountSide()
let owner: Owner
let tenantId: string
let people = 0

beforeEach(async () => {
  people += 1
  owner = await createOwner(side, `priya${people}@raman.example`)
  tenantId = side.sandbox.xero.addOrganisation({ name: 'Raman Plumbing' }).tenantId
})

const NOT_OURS = XERO_RETURNS['consent-not-valid']
const messageOf = ({ url }: { url: string }) => new URL(url).searchParams.get('message')
const statusOf = async (who: Owner) => (await who.api('GET', '/api/xero/status')).body['status']

/** The address that Xero sends this owner back on, not opened yet. */
const returnOf = async (who: Owner): Promise<string> => {
  const goOn = who.stopAt(`${side.url}/api/xero/callback`)
  const landed = await who.connectXero(tenantId)
  goOn()
  return landed.href
}

test("an attacker's consent does not come back into the victim's browser", async () => {
  const attacker = await createOwner(side, `attacker${people}@else.example`)
  const link = await returnOf(attacker)
  expect(messageOf(await owner.open(link))).toBe(NOT_OURS)
  expect(await statusOf(owner)).toBe('disconnected')
  expect(await statusOf(attacker)).toBe('disconnected')
})

test("a victim who agrees on an attacker's link connects nothing to the attacker", async () => {
  const attacker = await createOwner(side, `attacker${people}@else.example`)
  const { authorizationUrl } = (await attacker.connect()).body as { authorizationUrl: string }
  const landed = await owner.submit(authorizationUrl, { decision: 'allow', tenant: tenantId })
  expect(messageOf(landed)).toBe(NOT_OURS)
  expect(await statusOf(attacker)).toBe('disconnected')
})

test('a return is good once, and not for long', async () => {
  const link = await returnOf(owner)
  expect((await owner.open(link)).url).toBe(`${side.url}/xero/callback?xero=success`)
  expect(messageOf(await owner.open(link))).toBe(NOT_OURS)

  const late = await returnOf(owner)
  side.later(21 * 60_000)
  expect(messageOf(await owner.open(late))).toBe(NOT_OURS)
})

test('one consent does not pass under the state of another', async () => {
  const [first, second] = [new URL(await returnOf(owner)), new URL(await returnOf(owner))]
  first.searchParams.set('state', 'made-up')
  expect(messageOf(await owner.open(first.href))).toBe(NOT_OURS)
  second.searchParams.set('code', 'made-up')
  expect(messageOf(await owner.open(second.href))).toBe(XERO_RETURNS['xero-failed'])
})

test('whoever signs out on the way connects nothing', async () => {
  const link = await returnOf(owner)
  await owner.api('POST', '/api/auth/logout')
  expect(messageOf(await owner.open(link))).toBe(NOT_OURS)
})

test('an account that is deactivated while Xero answers ends with nothing connected', async () => {
  const code = new URL(await returnOf(owner)).searchParams.get('code')!
  await owner.api('POST', '/api/auth/deactivate')
  const connecting = connectOrganisations(side.parts, {
    businessId: owner.businessId,
    code,
    redirectUri: `${side.url}/api/xero/callback`,
    now: new Date(),
  })
  await expect(connecting).rejects.toMatchObject({ code: 'deactivated', details: { isDeactivated: true } })
  const { db } = side.parts
  const rows = await db
    .selectFrom('organisations')
    .select('state')
    .where('tenant_id', '=', tenantId)
    .execute()
  expect(rows).toEqual([])
})

test('what is written into the return reaches the page in our own words only', async () => {
  const link = new URL(await returnOf(owner))
  link.searchParams.set('error', '<script>alert(1)</script>')
  const landed = await owner.open(link.href)
  expect(messageOf(landed)).toBe(XERO_RETURNS['xero-failed'])
  expect(new URL(landed.url).origin).toBe(side.url)
})

test("another business's organisation can be neither seen nor disconnected", async () => {
  await owner.connectXero(tenantId)
  const attacker = await createOwner(side, `attacker${people}@else.example`)
  const answer = await attacker.api('POST', '/api/xero/disconnect', { tenantId })
  expect([answer.status, answer.body['code']]).toEqual([404, 'not-connected'])
  expect((await attacker.api('GET', '/api/xero/organizations')).body).toEqual({ organizations: [] })
  expect(await statusOf(owner)).toBe('connected')
})

test('whoever has chosen no business yet cannot connect', async () => {
  const newcomer = side.person()
  await newcomer.signIn('tane@parata-painting.example')
  expect((await newcomer.api('POST', '/api/xero/connect')).body).toMatchObject({
    status: 409,
    code: 'no-business',
  })
  expect((await newcomer.api('GET', '/api/xero/status')).body).toMatchObject({ status: 'disconnected' })
})
