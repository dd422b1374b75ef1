import { expect, test } from 'vitest'
import { useStub } from '../../../test/support/stub-server.ts'
import { createBusinessProfile } from './business-profile.ts'

const stub = useStub()

test('Google is waited for no longer than is asked', { timeout: 10_000 }, async () => {
  stub.answer = () => 'silence'
  const profile = createBusinessProfile({ clientId: 'c', clientSecret: 's', url: stub.url, timeoutMs: 50 })
  await expect(profile.refresh('token')).rejects.toMatchObject({ kind: 'retry-later', code: 'unreachable' })
})

test.each([
  ['31536000', 60],
  ['Infinity', 60],
  ['Wed, 01 Dec 2027 00:00:00 GMT', 60],
  ['90000', 3600],
  ['90', 90],
])('a limit that says to come back after %s is asked about again within the hour', async (after, seconds) => {
  stub.answer = () => ({ status: 429, headers: { 'retry-after': after }, json: {} })
  const profile = createBusinessProfile({ clientId: 'c', clientSecret: 's', url: stub.url })
  await expect(profile.refresh('token')).rejects.toMatchObject({
    code: 'rate-limited',
    retryAfterSeconds: seconds,
  })
})
