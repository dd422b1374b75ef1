import { expect, test } from 'vitest'
import { sandboxOperator } from './env-sandbox.ts'
import { operatorFaults } from './env-operator.ts'
import { readEnv, type EnvError } from './env.ts'
import { newSigningKeys } from './sandbox-keys.ts'

const KEYS = { ...newSigningKeys(), ENCRYPTION_KEYS: '0'.repeat(64) }
const WHERE = {
  OPERATOR_OIDC_ISSUER: 'https://login.company.example',
  OPERATOR_OIDC_CLIENT_ID: 'console',
  OPERATOR_OIDC_CLIENT_SECRET: 'secret',
}

test('in the sandbox one made-up operator signs in at the stand-in', () => {
  expect(readEnv({ ...KEYS, SANDBOX_PORT: '4321' })).toMatchObject({
    OPERATOR_OIDC_ISSUER: 'http://localhost:4321/google',
    OPERATOR_EMAILS: ['olive@operator.example'],
  })
})

test('addresses count in whatever letters they are written', () => {
  const env = readEnv({ ...KEYS, ...WHERE, OPERATOR_EMAILS: ' Iris@Company.example ,, bo@company.example' })
  expect(env.OPERATOR_EMAILS).toEqual(['iris@company.example', 'bo@company.example'])
})

test('without any of the settings there is no console, and half of one is a fault', () => {
  expect(operatorFaults({})).toEqual([])
  expect(operatorFaults({ ...WHERE, OPERATOR_GROUPS: 'on-call' })).toEqual([])
  expect(operatorFaults(WHERE)).toEqual(['OPERATOR_EMAILS is missing: give it, or OPERATOR_GROUPS'])
  expect(operatorFaults({ OPERATOR_EMAILS: 'iris@company.example' })).toEqual(
    Object.keys(WHERE).map((name) => `${name} is missing: the operator's console needs it`),
  )
})

test.each([',', ' , ,'])('a list that names nobody is no list: %j', (list) => {
  for (const name of ['OPERATOR_EMAILS', 'OPERATOR_GROUPS']) {
    expect(operatorFaults({ ...WHERE, [name]: list })).toEqual([
      'OPERATOR_EMAILS is missing: give it, or OPERATOR_GROUPS',
    ])
    expect(operatorFaults({ [name]: list })).toEqual([])
  }
  expect(operatorFaults({ ...WHERE, OPERATOR_EMAILS: list, OPERATOR_GROUPS: 'on-call' })).toEqual([])
})

test('live mode refuses who and where only a sandbox would have', () => {
  const faults = () => {
    try {
      readEnv({ GOODWORD_MODE: 'live', ...sandboxOperator('4000') })
      return []
    } catch (thrown) {
      return (thrown as EnvError).faults
    }
  }
  expect(faults()).toEqual(
    expect.arrayContaining(
      Object.keys(sandboxOperator('4000')).map((name) => `${name} is a sandbox value: live mode refuses it`),
    ),
  )
})
