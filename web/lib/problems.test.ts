import { expect, test } from 'vitest'
import { inWords, isTransient, readProblem, Unreachable } from './problems.ts'

const answer = (status: number, body: unknown): Response =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
const said = async (status: number, body: unknown): Promise<string> =>
  inWords(await readProblem(answer(status, body)))

test('a refusal is shown in the words that came with it', async () => {
  expect(await said(409, { code: 'x', detail: 'Please connect Xero first.' })).toBe(
    'Please connect Xero first.',
  )
})

test.each([
  [
    'a field’s own sentence is shown alone',
    ['The link must begin with https://.'],
    'The link must begin with https://.',
  ],
  ['the same said of two fields is shown once', ['Too long.', 'Too long.'], 'Too long.'],
  ['what is in short, for programs, is not shown', ['is missing'], 'Please check it.'],
  ['without fields the whole is shown', undefined, 'Please check it.'],
])('of a refused call %s [8.5]', async (_what, messages, words) => {
  const fields = messages?.map((message) => ({ path: 'reviewUrl', message }))
  expect(await said(422, { code: 'invalid-request', detail: 'Please check it.', fields })).toBe(words)
})

test('too many tries say when to come back, if the words do not', async () => {
  expect(await said(429, { retryAfterSeconds: 30 })).toContain('wait 30 seconds')
  expect(await said(429, { retryAfterSeconds: 1 })).toContain('wait a second')
  expect(await said(429, { retryAfterSeconds: 601 })).toContain('wait 11 minutes')
  expect(await said(429, { detail: 'Too many attempts.', retryAfterSeconds: 9 })).toBe('Too many attempts.')
})

test('a failure of a vendor is shown as the vendor’s, a failure of ours as ours', async () => {
  expect(await said(503, { code: 'vendor-busy', detail: 'Google is busy.' })).toBe('Google is busy.')
  const ours = await said(500, { code: 'internal-error', detail: 'secret stack', requestId: 'r-1' })
  expect(ours).toContain('on our side')
  expect(ours).toContain('r-1')
  expect(ours).not.toContain('secret')
})

test('an answer that is no problem document still becomes words', async () => {
  expect(await said(502, '<html>Bad gateway</html>')).toContain('on our side')
  expect(await said(404, 'null')).toBe('That did not work. Please try again.')
})

test('no answer at all is the network', async () => {
  expect(inWords(new Unreachable(new TypeError('failed')))).toContain('internet connection')
  expect(inWords(new TypeError('x is not a function'))).toContain('on this page')
  expect(isTransient(new Unreachable(null))).toBe(true)
  expect(isTransient(await readProblem(answer(503, {})))).toBe(true)
  expect(isTransient(await readProblem(answer(422, {})))).toBe(false)
})
