import { pino } from 'pino'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { createHttp } from './http.ts'

const lines: Record<string, unknown>[] = []
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
const made = vi.spyOn(log, 'child')
const app = await createHttp({ log, publicUrl: 'https://example.test' })
app.get('/silent', () => ({ ok: true }))
app.get('/quiet', (request) => {
  request.log.debug('below the level')
  return { ok: true }
})
app.get('/telling', (request) => {
  request.log.warn({ unreadable: 2 }, 'first')
  request.log.error({ part: 'b' }, 'second')
  return { id: request.id }
})
afterAll(() => app.close())

beforeEach(() => {
  lines.length = 0
  made.mockClear()
})

test('a request that writes no line makes no logger of its own', async () => {
  expect((await app.inject('/silent')).statusCode).toBe(200)
  expect([made.mock.calls.length, lines]).toEqual([0, []])
})

test('a line below the level is not written', async () => {
  expect((await app.inject('/quiet')).statusCode).toBe(200)
  expect(lines).toEqual([])
})

test('all lines of a request name it, by one logger', async () => {
  const answer = await app.inject('/telling')
  const { id: requestId } = answer.json<{ id: string }>()
  expect(lines).toMatchObject([
    { level: 40, msg: 'first', unreadable: 2, requestId },
    { level: 50, msg: 'second', part: 'b', requestId },
  ])
  expect(made).toHaveBeenCalledTimes(1)
})
