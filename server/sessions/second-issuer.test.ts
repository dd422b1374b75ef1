import { expect, test } from 'vitest'
import { useAccountSide } from '../../test/support/account-side.ts'
import { useSecondIssuer } from '../../test/support/second-issuer.ts'

const issuer = useSecondIssuer()
const side = useAccountSide(() => ({
  OIDC_ISSUER: issuer.url,
  OIDC_CLIENT_ID: 'another-client',
  OIDC_CLIENT_SECRET: 'another-secret',
}))

test('three other settings, and people sign in at another OpenID provider', async () => {
  const john = side.person()
  const { status, body } = await john.signIn('john@doe.example')
  expect([status, body['user']]).toMatchObject([200, { name: 'John Doe', email: 'john@doe.example' }])
  expect((await john.api('GET', '/api/auth/me')).body).toEqual(body)
  const { issuer: kept } = await side.parts.db.selectFrom('users').select('issuer').executeTakeFirstOrThrow()
  expect(kept).toBe(issuer.url)
})

test('an ID token for another audience, or for another sign-in, is refused', async () => {
  for (const bent of [
    { aud: 'wrong-client' },
    { nonce: 'of-another-sign-in' },
    { iss: 'https://evil.test' },
  ]) {
    issuer.bend((payload) => Object.assign(payload, bent))
    const landed = await side.person().goToGoogle('john@doe.example')
    expect(`${landed.pathname}${landed.search}`).toBe('/auth/callback?error=failed')
  }
})
