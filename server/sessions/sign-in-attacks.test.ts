import { request as httpRequest } from 'node:http'
import { expect, test } from 'vitest'
import { useAccountSide } from '../../test/support/account-side.ts'

const side = useAccountSide()
const FARIDA = 'farida@okoye-plumbing.example'
const TANE = 'tane@parata-painting.example'

const tokenOf = (landed: URL) => ({ token: landed.searchParams.get('token') })

test('a one-time token opens one session and never a second', async () => {
  const farida = side.person()
  const token = tokenOf(await farida.goToGoogle(FARIDA))
  const answers = await Promise.all([1, 2, 3].map(() => farida.api('POST', '/api/auth/session', token)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
})

test('a token read over the shoulder is worth nothing in another browser, and the owner still gets in', async () => {
  const farida = side.person()
  const token = tokenOf(await farida.goToGoogle(FARIDA))
  const thief = side.person()
  expect((await thief.api('POST', '/api/auth/session', token)).body).toMatchObject({
    code: 'token-not-valid',
  })
  await thief.goToGoogle(TANE)
  expect((await thief.api('POST', '/api/auth/session', token)).status).toBe(401)
  expect((await farida.api('POST', '/api/auth/session', token)).status).toBe(200)
})

test('a token is too old after a minute', async () => {
  const farida = side.person()
  const token = tokenOf(await farida.goToGoogle(FARIDA))
  side.later(61_000)
  expect((await farida.api('POST', '/api/auth/session', token)).status).toBe(401)
})

test('a token to sign in does not reactivate, nor the other way round', async () => {
  const farida = side.person()
  const token = tokenOf(await farida.goToGoogle(FARIDA))
  expect((await farida.api('POST', '/api/auth/reactivate', token)).status).toBe(401)
})

test("an attacker's link signs no other person in as the attacker, before or after the issuer", async () => {
  const attacker = side.person()
  const returned = await returnOf(attacker, TANE)
  const victim = side.person()
  await victim.goToGoogle(FARIDA)
  expect((await victim.open(returned)).url).toBe(`${side.url}/auth/callback?error=not-ours`)

  const token = tokenOf(await attacker.goToGoogle(TANE))
  expect((await victim.api('POST', '/api/auth/session', token)).status).toBe(401)
  expect((await victim.api('GET', '/api/auth/me')).status).toBe(401)
})

test("one sign-in's code does not pass under another's state, nor twice under its own", async () => {
  const farida = side.person()
  const [first, second] = [new URL(await returnOf(farida, FARIDA)), new URL(await returnOf(farida, FARIDA))]
  const swapped = new URL(first)
  swapped.searchParams.set('state', second.searchParams.get('state')!)
  expect((await farida.open(swapped.href)).url).toBe(`${side.url}/auth/callback?error=failed`)

  const once = await returnOf(farida, FARIDA)
  expect((await farida.open(once)).url).toContain('/auth/callback?token=')
  expect((await farida.open(once)).url).toBe(`${side.url}/auth/callback?error=not-ours`)
  side.later(11 * 60_000)
  expect((await farida.open(first.href)).url).toBe(`${side.url}/auth/callback?error=not-ours`)
})

test('no redirect leads to another site, whatever the query or the Host header say', async () => {
  const tries = ['redirect=https://evil.test', 'redirect=//evil.test', 'redirect=%0d%0aset-cookie:a=b']
  for (const query of tries) {
    const landed = await side.person().goToGoogle(FARIDA, query)
    expect(landed.origin).toBe(side.url)
    expect(landed.searchParams.get('redirect')).toBe('onboarding')
  }
  for (const path of ['/api/auth/google', '/api/auth/google/callback?state=x&error=https://evil.test']) {
    const location = await locationFor(path, { host: 'evil.test', 'x-forwarded-host': 'evil.test' })
    expect(location).not.toContain('evil.test')
  }
})

test('no other site can make a signed-in browser change anything', async () => {
  const farida = side.person()
  await farida.signIn(FARIDA)
  const calls = [
    ['POST', '/api/auth/session', { token: 'x'.repeat(43) }],
    ['POST', '/api/auth/logout', undefined],
    ['POST', '/api/auth/deactivate', undefined],
    ['POST', '/api/auth/reactivate', { token: 'x'.repeat(43) }],
    ['PUT', '/api/onboarding/business', { placeId: 'abc' }],
    ['POST', '/api/onboarding/complete', undefined],
    ['PUT', '/api/google/business', { placeId: 'abc' }],
    ['POST', '/api/xero/connect', undefined],
    ['POST', '/api/xero/disconnect', { tenantId: crypto.randomUUID() }],
  ] as const
  for (const [method, path, json] of calls) {
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
      const answer = await farida.api(method, path, json, headers)
      expect([path, answer.status, answer.body['code']]).toEqual([path, 403, 'cross-origin'])
    }
  }
  expect((await farida.api('GET', '/api/auth/me')).status).toBe(200)
})

test('a session that was planted before signing in is not the one that is signed in', async () => {
  const farida = side.person()
  const planted = 'p'.repeat(43)
  farida.plantCookie('localhost', `goodword-session=${planted}`)
  await farida.signIn(FARIDA)
  expect(farida.cookies().join()).not.toContain(planted)
  const attacker = side.person()
  attacker.plantCookie('localhost', `goodword-session=${planted}`)
  expect((await attacker.api('GET', '/api/auth/me')).status).toBe(401)
})

test('a page that asks six things with a session that is unknown has guessed once', async () => {
  const late = side.person()
  for (let page = 0; page < 12; page += 1) {
    late.plantCookie('localhost', `goodword-session=${String(page).padStart(43, 'p')}`)
    const answers = await Promise.all(Array.from({ length: 6 }, () => late.api('GET', '/api/auth/me')))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(401))
  }
})

const GUESSING_MS = 120_000
test(
  'a thousand guesses find nothing, are slowed down, and do not lock the owner out',
  { timeout: GUESSING_MS },
  async () => {
    const farida = side.person()
    await farida.signIn(FARIDA)
    const guesser = side.person()
    const guess = (index: number) => {
      guesser.plantCookie('localhost', `goodword-session=${String(index).padStart(43, 'g')}`)
      return guesser.api('GET', '/api/auth/me')
    }
    const statuses: number[] = []
    for (let index = 0; index < 1_000; index += 50) {
      const answers = await Promise.all(Array.from({ length: 50 }, (_, each) => guess(index + each)))
      statuses.push(...answers.map(({ status }) => status))
    }
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(30)
    expect(new Set(statuses)).toEqual(new Set([401, 429]))

    const late = await guess(1_001)
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await farida.api('GET', '/api/auth/me')).status).toBe(200)

    const tries: number[] = []
    for (let index = 0; index < 25; index += 1) {
      const token = `${index}`.padStart(43, 't')
      tries.push((await guesser.api('POST', '/api/auth/session', { token })).status)
    }
    expect(tries.slice(-5)).toEqual([429, 429, 429, 429, 429])
    expect((await side.person().signIn(FARIDA)).status).toBe(200)
  },
)

test('whoever reads the database cannot sign in with what it holds', async () => {
  const farida = side.person()
  const landed = await farida.goToGoogle(FARIDA)
  await farida.api('POST', '/api/auth/session', tokenOf(landed))
  const { db } = side.parts
  const rows = await Promise.all([
    db.selectFrom('sessions').selectAll().execute(),
    db.selectFrom('one_time_tokens').selectAll().execute(),
    db.selectFrom('sign_in_states').select(['state_hash', 'browser_hash']).execute(),
  ])
  const dump = JSON.stringify(rows, (_key, value: unknown) =>
    Buffer.isBuffer(value) ? value.toString('latin1') + value.toString('base64url') : value,
  )
  const secrets = [tokenOf(landed).token!, ...farida.cookies().map((pair) => pair.split('=')[1]!)]
  for (const secret of secrets) expect(dump).not.toContain(secret)
})

/** The address that the issuer sends this person back on, not opened yet. */
const returnOf = async (person: ReturnType<typeof side.person>, email: string): Promise<string> => {
  const before = person.stopAt(`${side.url}/api/auth/google/callback`)
  const landed = await person.goToGoogle(email)
  before()
  return landed.href
}

const locationFor = (path: string, headers: Record<string, string>): Promise<string> =>
  new Promise((resolve, reject) => {
    httpRequest(`${side.url}${path}`, { headers }, (answer) => {
      answer.resume()
      resolve(answer.headers.location ?? '')
    })
      .on('error', reject)
      .end()
  })
