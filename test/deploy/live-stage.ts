import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { lookup as lookUp } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, setGlobalDispatcher } from 'undici'
import { createSandbox } from '../../sandbox/sandbox.ts'
import { freePort } from '../support/free-port.ts'
import { makeAuthority } from './authority.ts'
import { openTlsFront } from './tls-front.ts'

/** Names that resolve nowhere else: https://www.rfc-editor.org/rfc/rfc6761#section-6.2 */
export const PRODUCT_HOST = 'reviews.goodword.test'
export const VENDORS_HOST = 'vendors.goodword.test'

export type LiveStage = Awaited<ReturnType<typeof openLiveStage>>

/**
 * The stand-ins as live mode meets vendors: other names than this machine's, TLS with a certificate that is checked,
 * keys that no sandbox has. Live mode refuses nothing less than it does elsewhere.
 */
export const openLiveStage = async (publicPort?: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'goodword-stage-'))
  const authority = makeAuthority(folder, [PRODUCT_HOST, VENDORS_HOST])
  trustHere(authority.ca)
  const [port, sandboxPort] = [publicPort ?? (await freePort()), await freePort()]
  const vendorsPort = await freePort()
  const publicUrl = `https://${PRODUCT_HOST}${port === 443 ? '' : `:${port}`}`
  const vendors = `https://${VENDORS_HOST}:${vendorsPort}`
  const settings = liveSettings(publicUrl, vendors)
  const sandbox = await createSandbox({
    publicUrl,
    port: sandboxPort,
    smtpPort: await freePort(),
    xero: {
      clientId: settings.XERO_CLIENT_ID,
      clientSecret: settings.XERO_CLIENT_SECRET,
      webhookKey: settings.XERO_WEBHOOK_KEY,
    },
    twilio: {
      accountSid: settings.TWILIO_ACCOUNT_SID,
      authToken: settings.TWILIO_AUTH_TOKEN,
      from: settings.TWILIO_FROM,
      messagingServiceSid: undefined,
    },
    stripe: { secretKey: settings.STRIPE_SECRET_KEY, webhookSecret: settings.STRIPE_WEBHOOK_SECRET },
    google: {
      issuer: settings.OIDC_ISSUER,
      clientId: settings.OIDC_CLIENT_ID,
      clientSecret: settings.OIDC_CLIENT_SECRET,
      placesApiKey: settings.PLACES_API_KEY,
    },
    register: async (app) => {
      for (const page of ['privacy', 'terms'])
        app.get(`/company/${page}`, (_request, reply) => reply.type('text/html').send(`<h1>${page}</h1>`))
    },
  })
  const front = await openTlsFront(authority, { port: vendorsPort, to: sandboxPort })
  return {
    folder,
    authority,
    sandbox,
    settings,
    publicUrl,
    publicPort: port,
    close: async () => {
      front.close()
      await sandbox.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const secret = (prefix = ''): string => `${prefix}${randomBytes(16).toString('hex')}`

const liveSettings = (publicUrl: string, vendors: string) => ({
  GOODWORD_MODE: 'live',
  PUBLIC_URL: publicUrl,
  OIDC_ISSUER: `${vendors}/google`,
  OIDC_CLIENT_ID: secret('client-'),
  OIDC_CLIENT_SECRET: secret(),
  PLACES_API_KEY: secret(),
  PLACES_URL: `${vendors}/places`,
  XERO_CLIENT_ID: secret().toUpperCase(),
  XERO_CLIENT_SECRET: secret(),
  XERO_WEBHOOK_KEY: secret(),
  XERO_LOGIN_URL: `${vendors}/xero/login`,
  XERO_IDENTITY_URL: `${vendors}/xero/identity`,
  XERO_API_URL: `${vendors}/xero/api`,
  TWILIO_ACCOUNT_SID: secret('AC'),
  TWILIO_AUTH_TOKEN: secret(),
  TWILIO_FROM: '+61480000001',
  TWILIO_API_URL: `${vendors}/twilio`,
  STRIPE_SECRET_KEY: secret('sk_live_'),
  STRIPE_WEBHOOK_SECRET: secret('whsec_'),
  STRIPE_API_URL: `${vendors}/stripe`,
  ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
  METRICS_TOKEN: secret(),
  COMPANY_NAME: "O'Brien & Daughters Pty Ltd",
  COMPANY_ADDRESS: '1 High Street, Fremantle WA 6160',
  COMPANY_EMAIL: 'hello@obrien.example',
  PRIVACY_URL: `${vendors}/company/privacy`,
  TERMS_URL: `${vendors}/company/terms`,
})

/** This process plays owner, customer and vendors: it finds the two names here, and trusts the authority. */
const trustHere = (ca: string): void => {
  const lookup: LookupFunction = (host, options, done) =>
    host.endsWith('.goodword.test') ? lookUp('127.0.0.1', options, done) : lookUp(host, options, done)
  setGlobalDispatcher(new Agent({ connect: { ca, lookup } }))
}
