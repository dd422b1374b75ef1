import { expect, test } from 'vitest'
import { useStub, type StubAnswer } from '../../../test/support/stub-server.ts'
import { reachStripe } from './reach-stripe.ts'

const stub = useStub()
const reach = (answer: StubAnswer) => {
  stub.answer = () => answer
  return reachStripe({ secretKey: 'sk_live_1', apiUrl: stub.url, timeoutMs: 500 })
}

test.each<[string, StubAnswer]>([
  ['a balance', { json: { object: 'balance', available: [] } }],
  [
    'that a restricted key may not read it',
    { status: 403, json: { error: { code: 'more_permissions_required' } } },
  ],
])('Stripe takes the key where it answers with %s', async (_what, answer) => {
  await expect(reach(answer)).resolves.toBeUndefined()
})

test.each<[string, StubAnswer, object]>([
  [
    'the page of somebody else',
    { text: '<html>Sign in' },
    { kind: 'retry-later', code: 'unexpected-answer' },
  ],
  ['nothing', { status: 200 }, { kind: 'retry-later', code: 'unexpected-answer' }],
  [
    'the refusal of a firewall',
    { status: 403, text: '<html>No' },
    { kind: 'retry-later', code: 'unexpected-answer' },
  ],
  ['a wrong key', { status: 401, json: { error: {} } }, { kind: 'rejected', code: 'configuration' }],
  ['silence', 'silence', { kind: 'retry-later', code: 'unreachable' }],
])('it is not known to take it where there is %s', async (_what, answer, failure) => {
  await expect(reach(answer)).rejects.toMatchObject({ vendor: 'stripe', ...failure })
})
