import { expect, test } from 'vitest'
import { LIVE_SETTINGS } from '../../../test/support/live-settings.ts'
import { VendorFailure } from '../../platform/errors.ts'
import { readEnv } from '../../platform/process/env.ts'
import { checkVendors, vendorChecks, type Vendors } from './check-vendors.ts'

const away = async () => {
  throw new VendorFailure('google', 'retry-later', 'unreachable', 'away')
}
const refuses = async () => {
  throw new VendorFailure('google', 'rejected', 'configuration', 'not ours')
}
const vendors = (operatorOidc?: Vendors['operatorOidc']) =>
  ({
    xero: { refresh: away, connections: away },
    twilio: { reach: away },
    oidc: { reach: away },
    operatorOidc,
    places: { reach: away },
    profile: { refresh: away },
    mail: { reach: async () => undefined },
  }) as Vendors
const CONSOLE = {
  OPERATOR_OIDC_ISSUER: 'https://sign-in.example',
  OPERATOR_OIDC_CLIENT_ID: 'client',
  OPERATOR_OIDC_CLIENT_SECRET: 'secret',
  OPERATOR_EMAILS: 'olive@sign-in.example',
}
const live = (more: Record<string, string> = {}) => ({
  ...readEnv({ ...LIVE_SETTINGS, ...more }),
  STRIPE_API_URL: 'http://127.0.0.1:9',
})

test('the issuer of the operators is tried as well, where there is one', async () => {
  const env = live(CONSOLE)
  const look = (reach: () => Promise<void>) =>
    Promise.all(vendorChecks(env, vendors({ reach })).operatorSignIn())
  expect(await look(away)).toMatchObject([
    {
      name: 'operator sign-in',
      state: 'WRONG',
      words: expect.stringContaining('https://sign-in.example') as string,
    },
  ])
  expect(await look(refuses)).toMatchObject([
    { state: 'WRONG', words: expect.stringContaining('check OPERATOR_OIDC_ISSUER') as string },
  ])
  expect(await look(async () => undefined)).toMatchObject([{ state: 'ok' }])
  expect(vendorChecks(live(), vendors()).operatorSignIn()).toEqual([])
})

test('where no mail server is given in live mode, a line says that no mail is sent', async () => {
  const mailOf = async (more: Record<string, string>) =>
    (await checkVendors(live(more), vendors())).filter(({ name }) => name === 'mail')
  expect(await mailOf({})).toMatchObject([
    {
      state: 'not checked',
      words: expect.stringContaining('SMTP_URL is not set: no mail is sent') as string,
    },
  ])
  expect(await mailOf({ SMTP_URL: 'smtps://mail.example' })).toMatchObject([{ state: 'ok' }])
})
