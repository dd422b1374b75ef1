import { expect, test } from 'vitest'
import { useAccountSide } from '../../test/support/account-side.ts'
import { DAY_MS } from '../platform/dates.ts'

const side = useAccountSide()
const FARIDA = 'farida@okoye-plumbing.example'

test('a session lives on with use, two weeks at a time, and ends for good after ninety days', async () => {
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

test('a session that nobody uses ends after two weeks', async () => {
  const farida = side.person()
  await farida.signIn(FARIDA)
  side.later(14 * DAY_MS + 1)
  expect((await farida.api('GET', '/api/auth/me')).body).toMatchObject({ code: 'not-signed-in', status: 401 })
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

test('nothing of ours is there for whoever is not signed in [6.1]', async () => {
  const stranger = side.person()
  const calls = [
    ['GET', '/api/auth/me'],
    ['POST', '/api/auth/deactivate'],
    ['GET', '/api/places?query=plumber'],
    ['GET', '/api/places/abc'],
    ['PUT', '/api/onboarding/business'],
    ['POST', '/api/onboarding/complete'],
    ['GET', '/api/google/status'],
    ['PUT', '/api/google/business'],
    ['POST', '/api/xero/connect'],
    ['GET', '/api/xero/status'],
    ['GET', '/api/xero/organizations'],
    ['POST', '/api/xero/disconnect'],
  ] as const
  for (const [method, path] of calls) {
    const answer = await stranger.api(method, path)
    expect([path, answer.status, answer.body['code']]).toEqual([path, 401, 'not-signed-in'])
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
