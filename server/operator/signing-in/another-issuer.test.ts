import { expect, test } from 'vitest'
import { useAccountSide } from '../../../test/support/account-side.ts'
import { createOperator } from '../../../test/support/operator.ts'
import { useSecondIssuer } from '../../../test/support/second-issuer.ts'

const issuer = useSecondIssuer()
const side = useAccountSide(() => ({
  OPERATOR_OIDC_ISSUER: issuer.url,
  OPERATOR_OIDC_CLIENT_ID: 'console-client',
  OPERATOR_OIDC_CLIENT_SECRET: 'console-secret',
  OPERATOR_EMAILS: 'someone.else@doe.example',
  OPERATOR_GROUPS: 'goodword-operators, on-call',
  OPERATOR_GROUP_CLAIM: 'roles',
}))
const operator = () => createOperator(side.url)
const me = async (person: ReturnType<typeof operator>) => (await person.api('GET', '/api/operator/me')).body

test('who has none of the groups does not come in', async () => {
  for (const roles of [undefined, [], ['accounting'], 'goodword', { 'on-call': true }]) {
    issuer.bend((payload) => Object.assign(payload, { roles }))
    expect(await operator().signIn()).toBe('/operator?error=not-an-operator')
  }
})

test('who has one does, by the claim that the settings name', async () => {
  for (const roles of [['staff', 'on-call'], 'goodword-operators']) {
    issuer.bend((payload) => Object.assign(payload, { roles }))
    const john = operator()
    expect(await john.signIn()).toBe('/operator')
    expect(await me(john)).toMatchObject({ operator: 'john@doe.example' })
  }
})

test('a group may stand in the profile instead of the token', async () => {
  issuer.tellProfile({ roles: ['on-call'] })
  expect(await operator().signIn()).toBe('/operator')
})

test('an address that is not verified neither lets in nor names whom a group lets in', async () => {
  const bent = { email: 'someone.else@doe.example', email_verified: false }
  issuer.bend((payload) => Object.assign(payload, bent))
  expect(await operator().signIn()).toBe('/operator?error=not-an-operator')
  issuer.bend((payload) => Object.assign(payload, bent, { roles: ['on-call'] }))
  const john = operator()
  expect(await john.signIn()).toBe('/operator')
  expect(await me(john)).toMatchObject({ operator: 'johndoe' })
})

test('a token of another issuer, for another audience or another sign-in is refused', async () => {
  for (const bent of [{ aud: 'wrong' }, { nonce: 'of-another' }, { iss: 'https://evil.test' }]) {
    issuer.bend((payload) => Object.assign(payload, bent, { roles: ['on-call'] }))
    const evil = operator()
    expect(await evil.signIn()).toBe('/operator?error=failed')
    expect((await evil.api('GET', '/api/operator/me')).status).toBe(401)
  }
})

test('the operators’ issuer signs no owner in: hers is another', async () => {
  issuer.bend((payload) => Object.assign(payload, { roles: ['on-call'] }))
  const john = operator()
  await john.signIn()
  expect((await john.api('GET', '/api/auth/me')).status).toBe(401)
  expect(await side.parts.db.selectFrom('users').selectAll().execute()).toEqual([])
})

test('who is taken out of the settings is out with the next request', async () => {
  issuer.bend((payload) => Object.assign(payload, { roles: ['on-call'] }))
  const john = operator()
  await john.signIn()
  const groups = side.parts.env.OPERATOR_GROUPS
  const [onCall] = groups.splice(groups.indexOf('on-call'), 1)
  expect((await john.api('GET', '/api/operator/me')).status).toBe(401)
  groups.push(onCall!)
})
