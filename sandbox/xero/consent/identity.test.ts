import { expect, test } from 'vitest'
import { SANDBOX_VENDORS, useSandbox } from '../../../test/support/sandbox.ts'
import { DEMO_ORGANISATION } from '../demo/demo-organisation.ts'

const PUBLIC_URL = 'http://localhost:3000'
const { clientId, clientSecret } = SANDBOX_VENDORS.xero
const { tenantId } = DEMO_ORGANISATION
const clock = { ms: Date.parse('2026-11-20T01:00:00Z') }
const xero = useSandbox({ publicUrl: PUBLIC_URL, now: () => new Date(clock.ms) })

const ASKED = {
  response_type: 'code',
  client_id: clientId,
  redirect_uri: `${PUBLIC_URL}/api/xero/callback`,
  scope: 'openid offline_access accounting.invoices.read',
  state: 'state-1',
}

test('choosing an organisation leads back with a code that gives tokens once', async () => {
  const back = await decide(ASKED, { decision: 'allow', tenant: tenantId })
  expect(back.origin + back.pathname).toBe(ASKED.redirect_uri)
  expect(back.searchParams.get('state')).toBe('state-1')
  const form = {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code')!,
    redirect_uri: ASKED.redirect_uri,
  }
  const { status, body } = await token(form)
  expect(status).toBe(200)
  expect(body).toMatchObject({ expires_in: 1800, token_type: 'Bearer', scope: ASKED.scope })
  expect(claims(body['access_token']!)['authentication_event_id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(claims(body['id_token']!)['authentication_event_id']).toBeUndefined()
  expect((await token(form)).body).toEqual({ error: 'invalid_grant' })
})

test('turning back at the consent page is access_denied', async () => {
  const back = await decide(ASKED, { decision: 'cancel', tenant: tenantId })
  expect(back.searchParams.get('error')).toBe('access_denied')
  expect(back.searchParams.get('code')).toBeNull()
})

test.each([
  ['another client', { client_id: 'other' }],
  ['an address that is not registered exactly', { redirect_uri: `${PUBLIC_URL}/api/xero/callback/` }],
  ['a scope that newer apps do not get', { scope: 'openid accounting.transactions' }],
  ['no state', { state: '' }],
])('a consent with %s is an error page and leads nowhere', async (_what, change) => {
  const answer = await fetch(consent({ ...ASKED, ...change }), { redirect: 'manual' })
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain('something went wrong')
})

test('a refresh token is replaced, and the one before it works for 30 more minutes', async () => {
  const { refreshToken } = xero.sandbox.xero.grant(tenantId)
  const first = await refresh(refreshToken)
  expect(first.status).toBe(200)
  expect(first.body['refresh_token']).not.toBe(refreshToken)

  clock.ms += 29 * 60_000
  expect((await refresh(refreshToken)).status).toBe(200)
  clock.ms += 2 * 60_000
  expect((await refresh(refreshToken)).body).toEqual({ error: 'invalid_grant' })
  expect((await refresh(first.body['refresh_token']!)).status).toBe(200)
})

test('an access token ends after 30 minutes', async () => {
  const { accessToken } = xero.sandbox.xero.grant(tenantId)
  expect((await connections(accessToken)).status).toBe(200)
  clock.ms += 31 * 60_000
  const late = await connections(accessToken)
  expect(late.status).toBe(401)
  expect(late.body).toMatchObject({ Detail: expect.stringContaining('TokenExpired') })
})

test('connections list every organisation of the person, and can be asked for one consent only', async () => {
  const other = xero.sandbox.xero.addOrganisation({ name: 'Second Company' })
  xero.sandbox.xero.grant(tenantId)
  const { accessToken, eventId } = xero.sandbox.xero.grant(other.tenantId)
  expect((await connections(accessToken)).body).toHaveLength(2)
  expect((await connections(accessToken, `?authEventId=${eventId}`)).body).toMatchObject([
    { tenantName: 'Second Company', authEventId: eventId },
  ])
})

test('revoking one token ends every connection of that person', async () => {
  const { refreshToken } = xero.sandbox.xero.grant(tenantId)
  const { accessToken } = xero.sandbox.xero.grant(tenantId)
  const answer = await post('/connect/revocation', { token: refreshToken })
  expect(answer.status).toBe(200)
  expect((await connections(accessToken)).status).toBe(401)
  expect((await refresh(refreshToken)).body).toEqual({ error: 'invalid_grant' })
})

test('a wrong secret is no client, and an unknown grant is not supported', async () => {
  expect((await token({ grant_type: 'refresh_token' }, 'wrong')).body).toEqual({ error: 'invalid_client' })
  expect((await token({ grant_type: 'password' })).body).toEqual({ error: 'unsupported_grant_type' })
})

const consent = (asked: Record<string, string>): string =>
  `${xero.sandbox.url}/xero/login/identity/connect/authorize?${new URLSearchParams(asked)}`

const decide = async (asked: Record<string, string>, form: Record<string, string>): Promise<URL> => {
  const answer = await fetch(consent(asked), {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
  expect(answer.status).toBe(302)
  return new URL(answer.headers.get('location')!)
}

const post = (path: string, form: Record<string, string>, secret = clientSecret) =>
  fetch(`${xero.sandbox.url}/xero/identity${path}`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
    body: new URLSearchParams(form),
  })

const token = async (form: Record<string, string>, secret?: string) => {
  const answer = await post('/connect/token', form, secret)
  return { status: answer.status, body: (await answer.json()) as Record<string, string> }
}

const refresh = (refreshToken: string) => token({ grant_type: 'refresh_token', refresh_token: refreshToken })

const connections = async (accessToken: string, query = '') => {
  const answer = await fetch(`${xero.sandbox.url}/xero/api/connections${query}`, {
    headers: { authorization: `Bearer ${accessToken}` },
  })
  return { status: answer.status, body: (await answer.json()) as unknown }
}

const claims = (jwt: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(jwt.split('.')[1]!, 'base64url').toString('utf8')) as Record<string, unknown>
