import { expect, test } from 'vitest'
import { useAccountSide } from '../../test/support/account-side.ts'

const side = useAccountSide()
const FARIDA = 'farida@okoye-plumbing.example'
const HOUR_MS = 3_600_000

const location = async (path: string): Promise<string> => {
  const answer = await fetch(`${side.url}${path}`, { redirect: 'manual' })
  return answer.headers.get('location') ?? ''
}

test('a new person signs in, is led to onboarding, and is the same person the next time [1.8] [3.1]', async () => {
  const farida = side.person()
  const landed = await farida.goToGoogle(FARIDA)
  expect(landed.href.startsWith(`${side.url}/auth/callback?token=`)).toBe(true)
  expect(landed.searchParams.get('redirect')).toBe('onboarding')

  const first = await farida.api('POST', '/api/auth/session', { token: landed.searchParams.get('token') })
  expect(first.body).toEqual({
    user: {
      id: expect.any(String) as string,
      name: 'Farida Okoye',
      email: FARIDA,
      businessName: null,
      googleReviewUrl: null,
      isOnboardingComplete: false,
    },
  })
  expect((await farida.api('GET', '/api/auth/me')).body).toEqual(first.body)
  expect((await side.person().signIn(FARIDA)).body).toEqual(first.body)
})

test('an owner who is onboarded is led to the dashboard [2.15]', async () => {
  const { db } = side.parts
  await side.person().signIn('marcus.bell@bellroofing.example')
  await db.updateTable('users').set({ onboarded_at: new Date() }).where('email', 'like', 'marcus%').execute()
  const landed = await side.person().goToGoogle('marcus.bell@bellroofing.example', 'intent=register')
  expect(landed.searchParams.get('redirect')).toBe('dashboard')
})

test('an address that the issuer has not verified is refused and leaves no account behind', async () => {
  const landed = await side.person().goToGoogle('una@voss.example')
  expect(`${landed.pathname}${landed.search}`).toBe('/auth/callback?error=email-unverified')
  expect(
    await side.parts.db.selectFrom('users').select('id').where('email', '=', 'una@voss.example').execute(),
  ).toEqual([])
})

test('a person who declines at the issuer is told that it did not work', async () => {
  const landed = await side.person().goToGoogle('noel@declan.example')
  expect(`${landed.pathname}${landed.search}`).toBe('/auth/callback?error=declined')
})

test('a silent sign-in shows no prompt: it works while a person is signed in there, else it leads to /login', async () => {
  const farida = side.person()
  expect((await farida.goToGoogle(FARIDA, 'prompt=none')).pathname).toBe('/login')
  await farida.signIn(FARIDA)
  side.later(15 * 24 * HOUR_MS)
  expect((await farida.api('GET', '/api/auth/me')).status).toBe(401)
  const landed = await farida.goToGoogle(FARIDA, 'prompt=none')
  expect(landed.pathname).toBe('/auth/callback')
  const token = landed.searchParams.get('token')
  expect((await farida.api('POST', '/api/auth/session', { token })).status).toBe(200)
})

test('a silent sign-in names the person of the session before, and none after signing out', async () => {
  const farida = side.person()
  await farida.signIn(FARIDA)
  const hinted = async () => {
    const ours = farida.cookies().filter((pair) => /^goodword-(session|earlier)=/.test(pair))
    const answer = await fetch(`${side.url}/api/auth/google?prompt=none`, {
      redirect: 'manual',
      headers: { cookie: ours.join('; ') },
    })
    return new URL(answer.headers.get('location')!).searchParams.get('login_hint')
  }
  expect(await hinted()).toMatch(/^\d{21}$/)
  side.later(15 * 24 * HOUR_MS)
  expect((await farida.api('GET', '/api/auth/me')).status).toBe(401)
  expect(await hinted()).toMatch(/^\d{21}$/)
  await farida.signIn(FARIDA)
  await farida.api('POST', '/api/auth/logout')
  expect(await hinted()).toBeNull()
})

test('the way to the issuer carries PKCE, state and nonce, and asks for no more than it needs', async () => {
  const query = new URL(await location('/api/auth/google')).searchParams
  expect(query.get('code_challenge_method')).toBe('S256')
  expect(query.get('scope')).toBe('openid email profile')
  for (const name of ['state', 'nonce', 'code_challenge']) expect(query.get(name)!.length).toBeGreaterThan(40)
})

test('an unknown intent or prompt is refused before any redirect', async () => {
  const answer = await fetch(`${side.url}/api/auth/google?intent=admin&prompt=login`)
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ fields: [{ path: 'intent' }, { path: 'prompt' }] })
})
