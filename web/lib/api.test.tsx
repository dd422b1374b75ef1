import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { useStub } from '../../test/support/stub-server.ts'
import { call } from './api.ts'
import { inWords, isTransient, Refused, Unreachable } from './problems.ts'
import { useKeyedAct } from './use-act.ts'

const stub = useStub()
beforeAll(() => vi.stubGlobal('window', { location: { pathname: '/' } }))
afterAll(() => vi.unstubAllGlobals())
// In a browser the page's own address is the beginning.
const here = (): object => ({ baseUrl: stub.url })
const failure = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => null,
    (cause: unknown) => cause,
  )

test.each([
  ['breaks off in its body', 'cut'],
  ['never begins', 'reset'],
  ['is no JSON, as from a network that asks to sign in', { text: '<html>Welcome to our café</html>' }],
] as const)('an answer that %s is no answer, and may be asked for again', async (_what, answer) => {
  stub.answer = () => answer
  const cause = await failure(call('GET /api/support', here()))
  expect(cause).toBeInstanceOf(Unreachable)
  expect(isTransient(cause)).toBe(true)
  expect(inWords(cause)).toContain('internet connection')
})

test('a refusal stays a refusal, and a question that was given up stays given up', async () => {
  stub.answer = () => ({ status: 422, json: { code: 'invalid-request', detail: 'Please check it.' } })
  expect(await failure(call('GET /api/support', here()))).toBeInstanceOf(Refused)
  stub.answer = () => 'silence'
  const aborter = new AbortController()
  const asked = failure(call('GET /api/support', { ...here(), signal: aborter.signal }))
  await expect.poll(() => stub.calls.length).toBe(2)
  aborter.abort()
  expect(await asked).toMatchObject({ name: 'AbortError' })
})

test('an answer that does not come within a minute is no answer, and may be asked for again', async () => {
  stub.answer = () => 'silence'
  const timers: { act: () => void; ms: number }[] = []
  const stubbed = vi.spyOn(globalThis, 'setTimeout').mockImplementationOnce(((
    act: () => void,
    ms: number,
  ) => {
    timers.push({ act, ms })
    return 0
  }) as unknown as typeof setTimeout)
  let cause: unknown = 'on its way'
  void failure(call('GET /api/support', here())).then((failed) => (cause = failed))
  stubbed.mockRestore()
  await expect.poll(() => stub.calls.length).toBe(1)
  expect(timers.map(({ ms }) => ms)).toEqual([60_000])
  expect(cause).toBe('on its way')
  timers[0]!.act()
  await expect.poll(() => isTransient(cause)).toBe(true)
})

test('a text whose answer breaks off keeps its key, so that the next press is the same text', async () => {
  const shown: ((message: string) => Promise<unknown>)[] = []
  renderToStaticMarkup(<Form onShown={(send) => shown.push(send)} />)
  const send = shown[0]!
  stub.answer = () => 'cut'
  await failure(send('Hello'))
  stub.answer = () => ({ json: {} })
  await send('Hello')
  await send('Hello')
  const [first, repeated, next] = stub.calls.map(({ headers }) => headers['idempotency-key'])
  expect(repeated).toBe(first)
  expect(next).not.toBe(first)
})

const Form = ({ onShown }: { onShown: (send: (message: string) => Promise<unknown>) => void }): null => {
  onShown(
    useKeyedAct((message: string, key) =>
      call('POST /api/sms/test', { key, body: { phone: '+61491570156', message }, ...here() }),
    ),
  )
  return null
}
