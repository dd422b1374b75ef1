import { expect, test } from 'vitest'
import { useAccountSide } from '../../test/support/account-side.ts'
import { DAY_MS } from '../platform/dates.ts'

const side = useAccountSide()
const FARIDA = 'farida@okoye-plumbing.example'

test('a session is extended with use, two weeks at a time, and ends for good after ninety days', async () => {
  const farida = side.person()
  await farida.signIn(FARIDA)
  const me = async () => (await farida.api('GET', '/api/auth/me')).status
  for (let day = 13; day < 90; day += 13) {
    side.later(13 * DAY_MS)
    expect(await me()).toBe(200)
  }
  side.later(13 * DAY_MS)
  expect(await me()).toBe(401)
})

test('a session that is not used ends after two weeks', async () => {
  const farida = side.person()
  await farida.signIn(FARIDA)
  side.later(14 * DAY_MS + 1)
  expect((await farida.api('GET', '/api/auth/me')).body).toMatchObject({ code: 'not-signed-in', status: 401 })
})

test('a session that is over, or never was, is cleared from the browser by its 401 [4.10]', async () => {
  const farida = side.person()
  await farida.signIn(FARIDA)
  side.later(14 * DAY_MS + 1)
  expect((await farida.api('GET', '/api/sms/template')).status).toBe(401)
  expect(farida.cookies().join()).not.toContain('goodword-session')
  farida.plantCookie('localhost', `goodword-session=${'x'.repeat(43)}`)
  expect((await farida.api('GET', '/api/auth/me')).status).toBe(401)
  expect(farida.cookies().join()).not.toContain('goodword-session')
})

test('signing out ends the session itself, not only this browser knowledge of it', async () => {
  const farida = side.person()
  await farida.signIn(FARIDA)
  const [kept] = farida.cookies().filter((pair) => pair.startsWith('goodword-session='))
  expect((await farida.api('POST', '/api/auth/logout')).status).toBe(204)
  expect(farida.cookies().join()).not.toContain('goodword-session')
  farida.plantCookie('localhost', kept!)
  expect((await farida.api('GET', '/api/auth/me')).status).toBe(401)
  expect((await farida.api('POST', '/api/auth/logout')).status).toBe(204)
})

test('signing in again in the same browser ends the session before', async () => {
  const farida = side.person()
  await farida.signIn(FARIDA)
  const [first] = farida.cookies().filter((pair) => pair.startsWith('goodword-session='))
  await farida.signIn('tane@parata-painting.example')
  const old = side.person()
  old.plantCookie('localhost', first!)
  expect((await old.api('GET', '/api/auth/me')).status).toBe(401)
  expect((await farida.api('GET', '/api/auth/me')).body).toMatchObject({ user: { name: 'Tāne Parata' } })
})

test('two browsers of one person are two sessions: signing out in one leaves the other', async () => {
  const [desk, phone] = [side.person(), side.person()]
  await desk.signIn(FARIDA)
  await phone.signIn(FARIDA)
  await desk.api('POST', '/api/auth/logout')
  expect((await phone.api('GET', '/api/auth/me')).status).toBe(200)
})

/** Calls that need no session, each with what they need instead. */
const OPEN = new Map([
  ['get /api/auth/google', 'nothing: it redirects to the issuer'],
  ['get /api/auth/google/callback', 'the state that this browser was given'],
  ['post /api/auth/session', 'a one-time token'],
  ['post /api/auth/reactivate', 'a one-time token'],
  ['post /api/auth/logout', 'nothing: it ends a session where there is one'],
  ['get /api/xero/callback', 'the state that this browser was given'],
  ['get /api/reviews/callback', 'the state that this browser was given'],
  ['get /api/payments/verify', 'a session, or the browser that began the payment'],
  ['get /api/openapi.json', 'nothing: it describes the calls'],
  ['get /api/docs', 'nothing: it describes the calls'],
  ['get /api/docs.css', 'nothing: it describes the calls'],
  ['get /status.json', 'how things stand, for everybody'],
  ['get /api/claims/{slug}', 'a printed code'],
  ['post /api/claims/{slug}', 'a printed code'],
  ['get /api/claims/{slug}/places', 'a printed code'],
  ['get /api/claims/{slug}/places/{placeId}', 'a printed code'],
])

const closedCalls = async (): Promise<[method: string, path: string][]> => {
  const described = (await (await fetch(`${side.url}/api/openapi.json`)).json()) as {
    paths: Record<string, object>
  }
  const calls = Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  )
  expect(calls).toEqual(expect.arrayContaining([...OPEN.keys()]))
  return (
    calls
      // The console has a door of its own, and tests of its own.
      .filter((call) => !OPEN.has(call) && !call.includes(' /api/operator/'))
      .map((call) => [call.split(' ')[0]!.toUpperCase(), call.split(' ')[1]!.replaceAll(/\{\w+\}/g, 'x')])
  )
}

test('every call but the doors refuses a stranger, and a deactivated account as deactivated [6.1]', async () => {
  const calls = await closedCalls()
  expect(calls.length).toBeGreaterThan(40)
  const [stranger, farida] = [side.person(), side.person()]
  for (const [method, path] of calls) {
    const { status, body } = await stranger.api(method, path)
    expect([method, path, status, body['code']]).toEqual([method, path, 401, 'not-signed-in'])
  }

  const { body } = await farida.signIn('deactivated@okoye-plumbing.example')
  expect((await farida.api('GET', '/api/auth/me')).body).toEqual(body)
  const [session] = farida.cookies().filter((pair) => pair.startsWith('goodword-session='))
  expect((await farida.api('POST', '/api/auth/deactivate')).status).toBe(204)
  for (const [method, path] of calls) {
    farida.plantCookie('localhost', session!)
    const answer = await farida.api(method, path)
    expect([method, path, answer.status, answer.body['isDeactivated']]).toEqual([method, path, 403, true])
  }
})

test('the cookie is out of reach for scripts and for other sites', async () => {
  const farida = side.person()
  const landed = await farida.goToGoogle(FARIDA)
  const answer = await farida.api('POST', '/api/auth/session', { token: landed.searchParams.get('token') })
  const [set] = answer.headers.getSetCookie().filter((line) => line.includes('session'))
  expect(set).toMatch(/^goodword-session=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict$/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
})
