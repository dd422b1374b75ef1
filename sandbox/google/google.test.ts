import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { createOidc } from '../../server/integrations/google/oidc.ts'
import { createCookieBrowser, type CookieBrowser, type Page } from '../../test/support/cookie-browser.ts'
import { freePort } from '../../test/support/free-port.ts'
import { DEMO_OWNER, subjectOf } from './people.ts'
import { registerGoogle, type GoogleSettings } from './register-google.ts'

const redirectUri = 'https://goodword.example/api/auth/google/callback'
const running: FastifyInstance[] = []

afterEach(async () => {
  await Promise.all(running.splice(0).map((app) => app.close()))
})

test('the demo owner chooses her account and always has the same subject', async () => {
  const { oidc, browser } = await useStandIn()
  const dana = await signIn(oidc, browser, choose(DEMO_OWNER.email))
  expect(dana).toEqual({
    kind: 'person',
    issuer: expect.stringMatching(/\/google$/) as string,
    subject: subjectOf(DEMO_OWNER.email),
    email: DEMO_OWNER.email,
    emailVerified: true,
    name: DEMO_OWNER.name,
  })
  expect(subjectOf('Dana@Whitlock-Electrical.example')).toBe(subjectOf(DEMO_OWNER.email))
  expect(subjectOf(DEMO_OWNER.email)).toMatch(/^1\d{20}$/)
})

test('the chooser shows people, escapes what was typed, and adds a new person', async () => {
  const { oidc, browser } = await useStandIn()
  const newcomer = await signIn(oidc, browser, async (page) => {
    expect(page.status).toBe(200)
    expect(page.body).toContain('to continue to Goodword')
    expect(page.body).toContain('Siobhan O&#39;Neill')
    const wrong = { choice: 'another', name: '<b>Ann</b>', email: 'nobody', verified: 'yes' }
    const again = await browser.submit(page.url, wrong)
    expect(again.status).toBe(422)
    expect(again.body).toContain('Give a name and an e-mail address.')
    expect(again.body).toContain('value="&#60;b&#62;Ann&#60;/b&#62;"')
    return browser.submit(page.url, { ...wrong, name: 'Ann Lee', email: 'Ann@Lee.example' })
  })
  expect(newcomer).toMatchObject({ email: 'ann@lee.example', emailVerified: true, name: 'Ann Lee' })
})

test('an address that is not verified is reported as such', async () => {
  const { oidc, browser } = await useStandIn()
  expect(await signIn(oidc, browser, choose('una@voss.example'))).toMatchObject({ emailVerified: false })
})

test('a person who cancels, or declines at the last step, has declined', async () => {
  const { oidc, browser } = await useStandIn()
  const cancel = (page: Page) => browser.submit(page.url, { choice: 'cancel' })
  expect(await signIn(oidc, browser, cancel)).toEqual({ kind: 'declined' })
  expect(await signIn(oidc, browser, choose('noel@declan.example'))).toEqual({ kind: 'declined' })
})

test('a silent sign-in works only for the person who is signed in at the stand-in', async () => {
  const { oidc, browser, issuer } = await useStandIn()
  expect(await signInSilently(oidc, browser)).toEqual({ kind: 'login-required' })
  await signIn(oidc, browser, choose(DEMO_OWNER.email))
  expect(await signInSilently(oidc, browser)).toMatchObject({ email: DEMO_OWNER.email })
  expect(await signInSilently(oidc, browser, subjectOf(DEMO_OWNER.email))).toMatchObject({ kind: 'person' })
  expect(await signInSilently(oidc, browser, subjectOf('una@voss.example'))).toEqual({
    kind: 'login-required',
  })
  await browser.open(`${issuer}/sign-out`)
  expect(await signInSilently(oidc, browser)).toEqual({ kind: 'login-required' })
})

test('another account may be chosen while one is signed in', async () => {
  const { oidc, browser } = await useStandIn()
  await signIn(oidc, browser, choose(DEMO_OWNER.email))
  const marcus = await signIn(oidc, browser, async (page) => {
    expect(page.body).toContain('Signed in')
    return choose('marcus.bell@bellroofing.example')(page, browser)
  })
  expect(marcus).toMatchObject({ email: 'marcus.bell@bellroofing.example' })
  expect(await signInSilently(oidc, browser)).toMatchObject({ email: 'marcus.bell@bellroofing.example' })
})

test('after signing out on the chooser itself any person can be chosen', async () => {
  const { oidc, browser } = await useStandIn()
  await signIn(oidc, browser, choose(DEMO_OWNER.email))
  const again = await signIn(oidc, browser, async (page) => {
    const signedOut = await browser.submit(page.url, { choice: 'sign-out' })
    expect(signedOut.body).not.toContain('Signed in')
    return choose(DEMO_OWNER.email)(signedOut, browser)
  })
  expect(again).toMatchObject({ kind: 'person', email: DEMO_OWNER.email })
})

test('a code is good once, for the browser that began, at the address that was registered', async () => {
  const { oidc, browser } = await useStandIn()
  const start = await oidc.start({ redirectUri })
  const back = await choose(DEMO_OWNER.email)(await browser.open(start.url), browser)
  const finish = (differs: object) => oidc.finish({ ...start, redirectUri, currentUrl: back.url, ...differs })

  await expect(finish({ state: 'of-another-browser' })).rejects.toMatchObject({ kind: 'rejected' })
  await expect(finish({ codeVerifier: 'v'.repeat(43) })).rejects.toMatchObject({ code: 'invalid-grant' })
  expect(await oidc.start({ redirectUri })).not.toMatchObject({ state: start.state })

  const second = await oidc.start({ redirectUri })
  const returned = await browser.open(second.url)
  const once = { ...second, redirectUri, currentUrl: returned.url }
  await expect(oidc.finish({ ...once, nonce: start.nonce })).rejects.toMatchObject({ kind: 'rejected' })
  await expect(oidc.finish(once)).rejects.toMatchObject({ kind: 'rejected', code: 'invalid-grant' })

  const elsewhere = await oidc.start({ redirectUri: 'https://evil.example/callback' })
  const stopped = await browser.open(elsewhere.url)
  expect(stopped).toMatchObject({ status: 400 })
  expect(stopped.body).toContain('This sign-in cannot go on')
})

test('a wrong secret is a fault of the settings', async () => {
  const { oidc, browser } = await useStandIn({}, { clientSecret: 'wrong' })
  await expect(signIn(oidc, browser, choose(DEMO_OWNER.email))).rejects.toMatchObject({
    code: 'configuration',
  })
})

test('people, their subjects and who is signed in outlive a restart', async () => {
  const first = await useStandIn()
  const ann = { choice: 'another', name: 'Ann Lee', email: 'ann@lee.example', verified: 'yes' }
  await signIn(first.oidc, first.browser, (page) => first.browser.submit(page.url, ann))
  const saved: unknown = JSON.parse(JSON.stringify(first.memory.save()))
  await first.app.close()

  const second = await useStandIn({ saved, port: first.port })
  expect(await signInSilently(second.oidc, first.browser)).toMatchObject({
    subject: subjectOf('ann@lee.example'),
    name: 'Ann Lee',
  })
})

test('a failure at Google is distinguished from a refusal', async () => {
  const faults = new Set(['google5xx'])
  const { oidc } = await useStandIn({ strike: (fault) => (faults.has(fault) ? { ms: 0 } : undefined) })
  await expect(oidc.start({ redirectUri })).rejects.toMatchObject({ kind: 'retry-later' })
  faults.clear()
  expect(await oidc.start({ redirectUri })).toMatchObject({
    url: expect.stringContaining('/google/auth') as string,
  })
})

type Choice = (page: Page, browser: CookieBrowser) => Promise<Page>

const choose =
  (email: string): Choice =>
  (page, browser) =>
    browser.submit(page.url, { account: subjectOf(email) })

type Oidc = ReturnType<typeof createOidc>

const signIn = async (oidc: Oidc, browser: CookieBrowser, choice: Choice) => {
  const start = await oidc.start({ redirectUri, prompt: 'select_account' })
  const back = await choice(await browser.open(start.url), browser)
  return oidc.finish({ ...start, redirectUri, currentUrl: back.url })
}

const signInSilently = async (oidc: Oidc, browser: CookieBrowser, loginHint?: string) => {
  const start = await oidc.start({ redirectUri, prompt: 'none', ...(loginHint ? { loginHint } : {}) })
  const back = await browser.open(start.url)
  return oidc.finish({ ...start, redirectUri, currentUrl: back.url })
}

const useStandIn = async (
  { saved, port = 0, ...differs }: Partial<GoogleSettings> & { saved?: unknown; port?: number } = {},
  client: { clientSecret?: string } = {},
) => {
  const app = Fastify()
  running.push(app)
  // The issuer's name holds its port, so that it must be known before the first request.
  const listening = port || (await freePort('localhost'))
  const issuer = `http://localhost:${listening}/google`
  const settings = { issuer, clientId: 'sandbox-client', clientSecret: 'sandbox-secret' }
  const memory = registerGoogle(app, { ...settings, redirectUris: [redirectUri], ...differs })
  if (saved) memory.load(saved)
  await app.listen({ port: listening, host: 'localhost' })
  const oidc = createOidc({ ...settings, ...client, allowHttp: true })
  return { app, oidc, issuer, memory, port: listening, browser: createCookieBrowser(redirectUri) }
}
