import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Log } from '../../server/platform/process/log.ts'
import { supervise } from './supervise.ts'

const DOOMED = join(import.meta.dirname, '../../test/support/doomed')

const start = (file: string, log: Partial<Log>) =>
  supervise({ name: 'it', file: join(DOOMED, file), settings: {}, log: log as Log, firstPauseMs: 1 })

test('a program that ends as soon as it starts is started again, ever more slowly, without an end', async () => {
  const logged: string[] = []
  const it = await start('ends-once-ready.ts', {
    error: (words: string) => logged.push(words),
  } as Partial<Log>)
  await expect.poll(() => logged.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(7)
  await it.stop()
  expect(logged[6]).toBe('it ended (1): starting it again in 0.064 s')
})

test('a program whose first start fails is not started again', async () => {
  await expect(start('no-such-program.ts', {})).rejects.toThrow('it ended at its start (1)')
})
