import { expect, test } from 'vitest'
import { useStub } from '../../../test/support/stub-server.ts'
import { createBusinessProfile } from './business-profile.ts'

const stub = useStub()

test('Google is waited for no longer than is asked', { timeout: 10_000 }, async () => {
  stub.answer = () => 'silence'
  const profile = createBusinessProfile({ clientId: 'c', clientSecret: 's', url: stub.url, timeoutMs: 50 })
  await expect(profile.refresh('token')).rejects.toMatchObject({ kind: 'retry-later', code: 'unreachable' })
})
