import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { useSecondIssuer } from '../../../test/support/second-issuer.ts'
import { readEnv } from '../../platform/process/env.ts'
import { createOidc, type Oidc, type SignInStart } from './oidc.ts'

const second = useSecondIssuer()
const folder = mkdtempSync(join(tmpdir(), 'goodword-oidc-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const redirectUri = 'https://goodword.example/api/auth/google/callback'

test('another provider signs people in after three settings are changed', async () => {
  expect(await signIn(secondOidc())).toEqual({
    kind: 'person',
    issuer: second.url,
    subject: 'johndoe',
    email: 'john@doe.example',
    emailVerified: true,
    name: 'John Doe',
  })
})

test('a provider whose ID token lacks the e-mail address is asked for the profile', async () => {
  second.bend((claims) => {
    delete claims['email']
    delete claims['email_verified']
  })
  second.tellProfile({ email: 'john@profile.example', email_verified: 'true' })
  expect(await signIn(secondOidc())).toMatchObject({ email: 'john@profile.example', emailVerified: true })
})

test('a person without an e-mail address cannot sign in', async () => {
  second.bend((claims) => delete claims['email'])
  await expect(signIn(secondOidc())).rejects.toMatchObject({ kind: 'rejected', code: 'no-email' })
})

test('an address that the provider has not verified is reported as such', async () => {
  second.bend((claims) => delete claims['email_verified'])
  expect(await signIn(secondOidc())).toMatchObject({ kind: 'person', emailVerified: false })
})

test.for<[string, (claims: Record<string, unknown>) => void]>([
  ['made for another sign-in (nonce)', (claims) => (claims['nonce'] = 'of-another')],
  ['without a nonce', (claims) => delete claims['nonce']],
  ['made for another product (audience)', (claims) => (claims['aud'] = 'another-product')],
  ['from another issuer', (claims) => (claims['iss'] = 'https://evil.example')],
  ['that has expired', (claims) => (claims['exp'] = 1_000_000_000)],
  ['without a subject', (claims) => delete claims['sub']],
])('an ID token %s is rejected', async ([, change]) => {
  second.bend(change)
  await expect(signIn(secondOidc())).rejects.toMatchObject({ name: 'VendorFailure', kind: 'rejected' })
})

test('an ID token that was changed after it was signed is rejected', async () => {
  second.bendAnswer(({ body }) => {
    const tokens = body as { id_token: string }
    const [head, payload, signature] = tokens.id_token.split('.')
    const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString()) as Record<string, unknown>
    claims['email'] = 'owner@victim.example'
    const forged = Buffer.from(JSON.stringify(claims)).toString('base64url')
    tokens.id_token = `${head}.${forged}.${signature}`
  })
  await expect(signIn(secondOidc())).rejects.toMatchObject({ name: 'VendorFailure', kind: 'rejected' })
})

test('an ID token without a signature is rejected', async () => {
  second.bendAnswer(({ body }) => {
    const tokens = body as { id_token: string }
    const head = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
    tokens.id_token = `${head}.${tokens.id_token.split('.')[1]}.`
  })
  await expect(signIn(secondOidc())).rejects.toMatchObject({ name: 'VendorFailure', kind: 'rejected' })
})

test.for<[string, (url: URL, start: SignInStart) => unknown]>([
  ['another state', (url) => url.searchParams.set('state', 'forged')],
  ['no state', (url) => url.searchParams.delete('state')],
  ['two states', (url, { state }) => url.searchParams.append('state', state)],
  ['another issuer', (url) => url.searchParams.set('iss', 'https://evil.example')],
  ['no code', (url) => url.searchParams.delete('code')],
  ['a refusal with another state', (url) => (url.search = '?error=access_denied&state=forged')],
  ['an unknown error', (url, { state }) => (url.search = `?error=%3Cscript%3E&state=${state}`)],
  ['a verifier of another sign-in', (_, start) => (start.codeVerifier = 'v'.repeat(43))],
])('a return with %s is rejected', async ([, change]) => {
  await expect(signIn(secondOidc(), change)).rejects.toMatchObject({
    name: 'VendorFailure',
    kind: 'rejected',
    message: 'The sign-in was not accepted.',
    code: expect.stringMatching(/^[a-z-]+$/) as string,
  })
})

test('a code is good once', async () => {
  const oidc = secondOidc()
  const start = await oidc.start({ redirectUri })
  const currentUrl = await comeBack(start.url)
  await oidc.finish({ ...start, redirectUri, currentUrl })
  await expect(oidc.finish({ ...start, redirectUri, currentUrl })).rejects.toMatchObject({ kind: 'rejected' })
})

test.for([
  ['access_denied', 'declined'],
  ['login_required', 'login-required'],
  ['interaction_required', 'login-required'],
  ['consent_required', 'login-required'],
  ['account_selection_required', 'login-required'],
])('the answer %s is no fault but "%s"', async ([error, kind]) => {
  const answer = await signIn(secondOidc(), (url, { state }) => {
    url.search = new URLSearchParams({ error: error!, state }).toString()
  })
  expect(answer).toEqual({ kind })
})

test('a failure of the issuer is to be tried again later', async () => {
  const failing = signIn(secondOidc(), (url, { state }) => {
    url.search = new URLSearchParams({ error: 'temporarily_unavailable', state }).toString()
  })
  await expect(failing).rejects.toMatchObject({ kind: 'retry-later' })
  second.bendAnswer((answer) => (answer.statusCode = 503))
  await expect(signIn(secondOidc())).rejects.toMatchObject({ kind: 'retry-later', code: 'unreachable' })
})

test('a wrong client secret is a fault of the settings', async () => {
  second.bendAnswer((answer) => {
    answer.statusCode = 401
    answer.body = { error: 'invalid_client' }
  })
  await expect(signIn(secondOidc())).rejects.toMatchObject({ kind: 'rejected', code: 'configuration' })
})

test('what goes wrong carries no code and no token along', async () => {
  second.bendAnswer(({ body }) => ((body as { id_token: string }).id_token += 'x'))
  const failure: unknown = await signIn(secondOidc()).catch((cause: unknown) => cause)
  const { inspect } = await import('node:util')
  expect(inspect(failure, { depth: 20, showHidden: true })).not.toMatch(/eyJ|access_token/)
})

test('an issuer that is away is looked for again at the next try', async () => {
  let isUp = false
  const issuer = createServer((_, answer) => {
    answer.statusCode = isUp ? 200 : 502
    answer.setHeader('content-type', 'application/json')
    answer.end(JSON.stringify({ issuer: url, authorization_endpoint: `${url}/auth` }))
  })
  await new Promise<void>((done) => issuer.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`
  const oidc = createOidc({ issuer: `${url}/`, clientId: 'c', clientSecret: 's', allowHttp: true })
  try {
    await expect(oidc.reach()).rejects.toMatchObject({ kind: 'retry-later', code: 'unreachable' })
    isUp = true
    const start = await oidc.start({ redirectUri, prompt: 'none', loginHint: 'dana@example.com' })
    const asked = Object.fromEntries(new URL(start.url).searchParams)
    expect(asked).toMatchObject({
      response_type: 'code',
      client_id: 'c',
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      prompt: 'none',
      login_hint: 'dana@example.com',
      code_challenge_method: 'S256',
      state: start.state,
      nonce: start.nonce,
    })
    expect(start.url).not.toContain(start.codeVerifier)
  } finally {
    issuer.close()
  }
})

test('an issuer without TLS is refused in live mode', async () => {
  const oidc = createOidc({ issuer: second.url, clientId: 'c', clientSecret: 's', allowHttp: false })
  await expect(oidc.start({ redirectUri })).rejects.toMatchObject({ kind: 'rejected', code: 'configuration' })
})

test('metadata that names another issuer is refused', async () => {
  const oidc = createOidc({ ...secondSettings(), issuer: second.unnamedUrl })
  await expect(oidc.reach()).rejects.toMatchObject({ kind: 'rejected', code: 'configuration' })
})

const secondSettings = () => {
  const env = readEnv({
    DATA_DIR: folder,
    OIDC_ISSUER: second.url,
    OIDC_CLIENT_ID: 'another-client',
    OIDC_CLIENT_SECRET: 'another-secret',
  })
  return {
    issuer: env.OIDC_ISSUER,
    clientId: env.OIDC_CLIENT_ID,
    clientSecret: env.OIDC_CLIENT_SECRET,
    allowHttp: env.GOODWORD_MODE === 'sandbox',
  }
}

const secondOidc = (): Oidc => createOidc(secondSettings())

/** Where the issuer sends the browser back to. */
const comeBack = async (url: string): Promise<string> => {
  const answer = await fetch(url, { redirect: 'manual' })
  return answer.headers.get('location')!
}

const signIn = async (oidc: Oidc, bend: (back: URL, start: SignInStart) => unknown = () => undefined) => {
  const start = await oidc.start({ redirectUri })
  const back = new URL(await comeBack(start.url))
  bend(back, start)
  return oidc.finish({ ...start, redirectUri, currentUrl: back.href })
}
