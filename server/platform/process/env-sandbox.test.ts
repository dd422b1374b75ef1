import { expect, test } from 'vitest'
import { EXAMPLE_COMPANY, isSandboxValue } from './env-sandbox.ts'
import { readEnv, type EnvError } from './env.ts'

const KEYS = {
  XERO_WEBHOOK_KEY: 'key',
  TWILIO_AUTH_TOKEN: 'token',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  ENCRYPTION_KEYS: '0'.repeat(64),
}

test('until a company is given, a sandbox is run by an example, which its pages and receipts name', () => {
  expect(readEnv(KEYS)).toMatchObject(EXAMPLE_COMPANY)
  expect(EXAMPLE_COMPANY['COMPANY_NAME']).toMatch(/example/i)
  const given = { COMPANY_NAME: 'Jo Texts' }
  expect(readEnv({ ...KEYS, ...given })).toMatchObject({ ...EXAMPLE_COMPANY, ...given })
})

test('live mode refuses the example, and no company that is merely called so', () => {
  const faultsOf = (given: Record<string, string>) => {
    try {
      readEnv({ GOODWORD_MODE: 'live', ...given })
      return []
    } catch (cause) {
      return (cause as EnvError).faults.filter((fault) => fault.startsWith('COMPANY_'))
    }
  }
  expect(faultsOf(EXAMPLE_COMPANY)).toEqual(
    Object.keys(EXAMPLE_COMPANY).map((name) => `${name} is a sandbox value: live mode refuses it`),
  )
  expect(faultsOf({ COMPANY_NAME: 'Sandbox Studios' })).toEqual([])
  expect(isSandboxValue('COMPANY_NAME', 'Sandbox Studios')).toBe(false)
})
