import { afterAll, expect, test } from 'vitest'
import { useStub, type StubAnswer } from '../../../test/support/stub-server.ts'
import {
  AUTHENTICATION_EVENT_ID as EVENT,
  TENANT_ID,
  connectionsAnswer,
  tokensAnswer as tokens,
} from '../../../test/support/xero-answers.ts'
import { createXero, type Xero } from './xero.ts'

const stub = useStub()
const NOW = new Date('2026-11-20T03:00:00Z')
const opened: Xero[] = []
const open = (timeoutMs = 10_000): Xero => {
  const xero = createXero({
    clientId: 'client',
    clientSecret: 'secret',
    loginUrl: 'https://login.example',
    identityUrl: `${stub.url}/identity`,
    apiUrl: `${stub.url}/api`,
    timeoutMs,
    now: () => NOW,
  })
  opened.push(xero)
  return xero
}
afterAll(() => Promise.all(opened.map((xero) => xero.close())))

test('the browser is sent to Xero with the scopes that we need and no more', () => {
  const url = new URL(
    open().authorizationUrl({ state: 's t', redirectUri: 'https://a.example/cb', codeChallenge: 'c' }),
  )
  expect(url.origin + url.pathname).toBe('https://login.example/identity/connect/authorize')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: 'code',
    client_id: 'client',
    redirect_uri: 'https://a.example/cb',
    scope:
      'openid profile email offline_access accounting.invoices.read accounting.contacts.read accounting.settings.read',
    state: 's t',
    code_challenge: 'c',
    code_challenge_method: 'S256',
  })
})

test('a code is exchanged for tokens that know their consent and when they expire', async () => {
  stub.answer = () => ({ json: tokens })
  const redirectUri = 'https://a.example/cb'
  expect(await open().exchangeCode({ code: 'one', redirectUri, codeVerifier: 'v' })).toEqual({
    accessToken: tokens.access_token,
    refreshToken: 'next',
    accessExpiresAt: new Date('2026-11-20T03:30:00Z'),
    authenticationEventId: EVENT,
  })
  const [call] = stub.calls
  expect(call).toMatchObject({
    method: 'POST',
    path: '/identity/connect/token',
    headers: { authorization: `Basic ${Buffer.from('client:secret').toString('base64')}` },
  })
  expect(Object.fromEntries(new URLSearchParams(call!.body))).toEqual({
    grant_type: 'authorization_code',
    code: 'one',
    redirect_uri: redirectUri,
    code_verifier: 'v',
  })
})

test('an access token that is no JWT has no consent to name', async () => {
  stub.answer = () => ({ json: { ...tokens, access_token: 'opaque' } })
  expect((await open().refresh('old')).authenticationEventId).toBeUndefined()
  expect(Object.fromEntries(new URLSearchParams(stub.calls[0]!.body))).toEqual({
    grant_type: 'refresh_token',
    refresh_token: 'old',
  })
})

test.each<[string, StubAnswer, object]>([
  [
    'a refresh token that is used up',
    { status: 400, json: { error: 'invalid_grant' } },
    { kind: 'reconnect', code: 'invalid_grant' },
  ],
  [
    'a wrong secret',
    { status: 401, json: { error: 'invalid_client' } },
    { kind: 'rejected', code: 'invalid_client' },
  ],
  ['an unexplained 400', { status: 400, text: 'no' }, { kind: 'rejected', code: 'http-400' }],
  [
    'too many refreshes',
    { status: 429, headers: { 'retry-after': '9' } },
    { kind: 'retry-later', retryAfterSeconds: 9 },
  ],
  ['an error after who knows what', { status: 502 }, { kind: 'outcome-unknown', code: 'http-502' }],
  [
    'tokens that cannot be read',
    { json: { access_token: 1 } },
    { kind: 'outcome-unknown', code: 'unreadable' },
  ],
  ['an answer that is lost', 'reset', { kind: 'outcome-unknown' }],
  ['silence', 'silence', { kind: 'outcome-unknown', code: 'timeout' }],
])('%s at a refresh is a failure of its own kind', async (_what, answer, fault) => {
  stub.answer = () => answer
  const asked = open(answer === 'silence' ? 50 : 10_000).refresh('old')
  await expect(asked).rejects.toMatchObject({ name: 'VendorFailure', vendor: 'xero', ...fault })
})

test('a refresh that never left may simply be tried again', async () => {
  const xero = createXero({
    clientId: 'c',
    clientSecret: 's',
    loginUrl: 'http://127.0.0.1:1',
    identityUrl: 'http://127.0.0.1:1',
    apiUrl: 'http://127.0.0.1:1',
  })
  await expect(xero.refresh('old')).rejects.toMatchObject({ kind: 'retry-later', code: 'ECONNREFUSED' })
})

test('a revoked token cannot be used again', async () => {
  stub.answer = () => ({ status: 200 })
  await open().revoke('old')
  expect(stub.calls[0]).toMatchObject({ path: '/identity/connect/revocation', body: 'token=old' })
})

test('connections are asked for by the consent that made them', async () => {
  stub.answer = () => ({ json: connectionsAnswer })
  expect(await open().connections('access', EVENT)).toEqual([
    {
      connectionId: '7cb59f93-2964-421d-bb5e-a0f7a4572a44',
      authenticationEventId: EVENT,
      tenantId: TENANT_ID,
      tenantType: 'ORGANISATION',
      tenantName: 'Coastal Plumbing',
      createdDateUtc: new Date('2019-12-07T18:46:19.516Z'),
    },
  ])
  expect(stub.calls[0]!.path).toBe('/api/connections')
  expect(stub.calls[0]!.query.get('authEventId')).toBe(EVENT)
})

test('a connection that has ended already counts as disconnected', async () => {
  stub.answer = () => ({ status: 204 })
  await open().disconnect('access', 'c1')
  stub.answer = () => ({ status: 404 })
  await open().disconnect('access', 'c1')
  stub.answer = () => ({ status: 401 })
  await expect(open().disconnect('access', 'c1')).rejects.toMatchObject({ code: 'token-expired' })
  expect(stub.calls[0]).toMatchObject({ method: 'DELETE', path: '/api/connections/c1' })
})
