import { expect, test } from 'vitest'
import { LIVE_SETTINGS } from '../../../test/support/live-settings.ts'
import { EnvError, readEnv, SETTINGS } from './env.ts'

const faultsOf = (given: Record<string, string>): string[] => {
  try {
    readEnv({ ...LIVE_SETTINGS, ...given })
    return []
  } catch (thrown) {
    if (!(thrown instanceof EnvError)) throw thrown
    return thrown.faults
  }
}

test.each(SETTINGS)('what is wrong with %s is said in words of ours', (name) => {
  for (const wrong of ['abc', '-1', '1.5', '1e9'])
    expect(faultsOf({ [name]: wrong }).join('\n')).not.toMatch(/Invalid|expected|NaN|Too (small|big)/)
})

test.each(['abc', '-1', '21', '0.5'])('an api does not answer on for %s seconds', (DRAIN_SECONDS) => {
  expect(faultsOf({ DRAIN_SECONDS })).toEqual([
    'DRAIN_SECONDS must be a whole number of seconds from 0 to 20: after 25 seconds a process ends in any case',
  ])
})

test.each([
  ['AU=9,UK=8', 'SMS_PRICES names UK, which is no country: the code is GB'],
  ['XX=9', 'SMS_PRICES names XX, which is no country: codes are like AU, NZ, GB and US'],
  ['AU=9,EU=8', 'SMS_PRICES names EU, which is no country: codes are like AU, NZ, GB and US'],
  ['AU', 'SMS_PRICES must look like AU=9,NZ=14 (cents per segment by country)'],
])('a price is of a country: %s', (SMS_PRICES, words) => {
  expect(faultsOf({ SMS_PRICES })).toEqual([words])
  expect(readEnv({ ...LIVE_SETTINGS, SMS_PRICES: 'AU=9,GB=8,PR=5,XK=7' }).SMS_PRICES).toMatchObject({ XK: 7 })
})

test.each([
  ['STRIPE_SECRET_KEY', 'sk_test_x', 'must begin with sk_live_ or rk_live_ in live mode'],
  ['STRIPE_SECRET_KEY', 'foo', 'must begin with sk_live_ or rk_live_ in live mode'],
  ['STRIPE_WEBHOOK_SECRET', 'foo', 'must begin with whsec_ in live mode'],
])('a key of Stripe is known by its beginning: %s=%s', (name, value, words) => {
  expect(faultsOf({ [name]: value })).toEqual([`${name} ${words}`])
})

test.each([
  ['https://goodword.example?from=xero', 'a query'],
  ['https://goodword.example/?from=xero', 'a query'],
  ['https://goodword.example/?', 'a query'],
  ['https://goodword.example/#top', 'a fragment'],
  ['https://goodword.example//reviews', 'a path'],
])('the product is served by a name alone: %s', (PUBLIC_URL, what) => {
  expect(faultsOf({ PUBLIC_URL })).toEqual([
    `PUBLIC_URL has ${what}: links and callbacks lead to the name alone`,
  ])
})

test.each(['OIDC_ISSUER', 'OPERATOR_OIDC_ISSUER'])('in live mode %s is asked over TLS only', (name) => {
  const operators = {
    OPERATOR_OIDC_ISSUER: 'https://login.company.example',
    OPERATOR_OIDC_CLIENT_ID: 'console',
    OPERATOR_OIDC_CLIENT_SECRET: 'secret',
    OPERATOR_EMAILS: 'iris@company.example',
  }
  const faults = (issuer: string) => faultsOf({ ...operators, [name]: issuer })
  for (const issuer of ['http://login.company.example', 'HTTP://login.company.example/'])
    expect(faults(issuer)).toEqual([`${name} must begin with https:// in live mode`])
  expect(faults('http://localhost:4000/google')).toEqual([`${name} is a sandbox value: live mode refuses it`])
  expect(faults('login.company.example')).toEqual([`${name} must be an http(s) URL`])
  expect(faults('https://login.company.example')).toEqual([])
})

test.each(['secret', 'x-team=a,secret', '=secret', 'x team=secret', 'x-team=100%', 'x-team=a%0Ab', ' , '])(
  'what is no header goes with no trace, and is not shown: %j',
  (OTEL_EXPORTER_OTLP_HEADERS) => {
    expect(faultsOf({ OTEL_EXPORTER_OTLP_HEADERS })).toEqual([
      'OTEL_EXPORTER_OTLP_HEADERS must look like name=value,name=value, the values percent-encoded',
    ])
  },
)

test.each([
  ['x-team=our%20team', { 'x-team': 'our team' }],
  [' Authorization = Basic dTpw== ,,x.key=a', { authorization: 'Basic dTpw==', 'x.key': 'a' }],
])('headers of traces may be %j', (given, read) => {
  const env = readEnv({ ...LIVE_SETTINGS, OTEL_EXPORTER_OTLP_HEADERS: given })
  expect(env.OTEL_EXPORTER_OTLP_HEADERS).toEqual(read)
})
