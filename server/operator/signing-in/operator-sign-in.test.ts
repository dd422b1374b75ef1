import { expect, test } from 'vitest'
import { useAccountSide } from '../../../test/support/account-side.ts'
import { createOperator, OLIVE } from '../../../test/support/operator.ts'
import { MINUTE_MS } from '../../platform/dates.ts'

const side = useAccountSide()
const FARIDA = 'farida@okoye-plumbing.example'
const ME = '/api/operator/me'
const operator = () => createOperator(side.url)

const signedIn = async () => {
  const olive = operator()
  expect(await olive.signIn()).toBe('/operator')
  return olive
}

const cookieNamed = (cookies: string[], name: string): string =>
  cookies.find((pair) => pair.startsWith(`${name}=`))!

test('who is on the list signs in, and the audit log says so', async () => {
  const olive = await signedIn()
  expect((await olive.api('GET', ME)).body).toMatchObject({ operator: OLIVE })
  const lines = await side.parts.db
    .selectFrom('audit_log')
    .select(['actor_kind', 'actor', 'act', 'business_id'])
    .execute()
  expect(lines).toEqual([{ actor_kind: 'operator', actor: OLIVE, act: 'signed-in', business_id: null }])
  expect((await olive.api('POST', '/api/operator/sign-out')).status).toBe(204)
  expect((await olive.api('GET', ME)).status).toBe(401)
})

test('an owner who is not on the list does not, nor an address that is not verified', async () => {
  const farida = operator()
  expect(await farida.signIn(FARIDA)).toBe('/operator?error=not-an-operator')
  expect((await farida.api('GET', ME)).status).toBe(401)
  const una = operator()
  expect(await una.signIn('una@voss.example', false)).toBe('/operator?error=not-an-operator')
})

test('an owner’s session opens nothing here, also as the value of the other cookie', async () => {
  const farida = side.person()
  await farida.signIn(FARIDA)
  expect((await farida.api('GET', ME)).status).toBe(401)
  const session = cookieNamed(farida.cookies(), 'goodword-session').split('=')[1]!
  farida.plantCookie('localhost', `goodword-operator=${session}`)
  expect((await farida.api('GET', ME)).body).toMatchObject({ code: 'not-signed-in' })
})

test('an operator’s session opens no owner’s page, also as the value of the other cookie', async () => {
  const olive = await signedIn()
  expect((await olive.api('GET', '/api/auth/me')).status).toBe(401)
  const session = cookieNamed(olive.cookies(), 'goodword-operator').split('=')[1]!
  olive.plantCookie('localhost', `goodword-session=${session}`)
  expect((await olive.api('GET', '/api/auth/me')).status).toBe(401)
})

test('her cookies go to her own API only, and no script reads them', async () => {
  const { headers } = await fetch(`${side.url}/api/operator/sign-in`, { redirect: 'manual' })
  expect(headers.getSetCookie().join()).toMatch(
    /^goodword-operator-browser=[\w-]{43}; Max-Age=600; Path=\/api\/operator; HttpOnly; SameSite=Lax$/,
  )
})

/** The address that the issuer sends this browser back on, not opened yet. */
const returnOf = async (person: ReturnType<typeof operator>): Promise<string> => {
  const letOn = person.stopAt(`${side.url}/api/operator/sign-in/callback`)
  const at = await person.signIn()
  letOn()
  return `${side.url}${at}`
}

test('a way back counts once, in the browser that began it, and for ten minutes', async () => {
  const olive = operator()
  const back = await returnOf(olive)
  const victim = operator()
  await victim.open(`${side.url}/api/operator/sign-in`)
  expect((await victim.open(back)).url).toBe(`${side.url}/operator?error=not-ours`)
  expect((await victim.api('GET', ME)).status).toBe(401)

  const again = await returnOf(olive)
  expect((await olive.open(again)).url).toBe(`${side.url}/operator`)
  expect((await olive.open(again)).url).toBe(`${side.url}/operator?error=not-ours`)

  const late = await returnOf(olive)
  side.later(11 * MINUTE_MS)
  expect((await olive.open(late)).url).toBe(`${side.url}/operator?error=not-ours`)
})

test('a way that an owner began does not end in the console, nor the other way round', async () => {
  const farida = side.person()
  const letOn = farida.stopAt(`${side.url}/api/auth/google/callback`)
  const ofOwner = await farida.goToGoogle(OLIVE)
  letOn()
  const browser = cookieNamed(farida.cookies(), 'goodword-browser').split('=')[1]!
  farida.plantCookie('localhost', `goodword-operator-browser=${browser}`)
  const crossed = await farida.open(`${side.url}/api/operator/sign-in/callback${ofOwner.search}`)
  expect(crossed.url).toBe(`${side.url}/operator?error=not-ours`)

  const olive = operator()
  const back = new URL(await returnOf(olive))
  const ofOperator = cookieNamed(olive.cookies(), 'goodword-operator-browser').split('=')[1]!
  olive.plantCookie('localhost', `goodword-browser=${ofOperator}`)
  const landed = await olive.open(`${side.url}/api/auth/google/callback${back.search}`)
  expect(landed.url).toBe(`${side.url}/auth/callback?error=not-ours`)
})

test('no other site makes a signed-in operator’s browser do anything', async () => {
  const olive = await signedIn()
  const from = [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]
  for (const headers of from)
    expect((await olive.api('POST', '/api/operator/sign-out', undefined, headers)).body).toMatchObject({
      code: 'cross-origin',
    })
  expect((await olive.api('GET', ME)).status).toBe(200)
})

test('a session ends after half an hour without use, and after eight hours however busy', async () => {
  const idle = await signedIn()
  side.later(31 * MINUTE_MS)
  expect((await idle.api('GET', ME)).status).toBe(401)
  const busy = await signedIn()
  for (let minutes = 25; minutes < 8 * 60; minutes += 25) {
    side.later(25 * MINUTE_MS)
    expect((await busy.api('GET', ME)).status).toBe(200)
  }
  side.later(25 * MINUTE_MS)
  expect((await busy.api('GET', ME)).status).toBe(401)
})

test('whoever reads the database cannot sign in with what it holds', async () => {
  const olive = await signedIn()
  const rows = await side.parts.db.selectFrom('operator_sessions').selectAll().execute()
  const dump = JSON.stringify(rows, (_key, value: unknown) =>
    Buffer.isBuffer(value) ? value.toString('latin1') + value.toString('base64url') : value,
  )
  expect(dump).not.toContain(cookieNamed(olive.cookies(), 'goodword-operator').split('=')[1]!)
})
