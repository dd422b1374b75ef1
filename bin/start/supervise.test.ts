import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
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

test('a program that is held loads its code, and begins when it may', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'goodword-held-'))
  const file = join(folder, 'said')
  const said = () => (existsSync(file) ? readFileSync(file, 'utf8') : '')
  const gate = Promise.withResolvers<void>()
  const held = supervise({
    name: 'it',
    file: join(DOOMED, 'begins-when-told.ts'),
    settings: { SAID: file },
    log: {} as Log,
    until: gate.promise,
  })
  await expect.poll(said).toContain('loaded')
  expect(said()).toBe('loaded\n')
  gate.resolve()
  await (await held).stop()
  expect(said()).toBe('loaded\nbegun\n')
  rmSync(folder, { recursive: true })
})
