import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Log } from '../../server/platform/process/log.ts'
import { HELD } from '../../server/platform/process/process-life.ts'
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

test('a program that is held loads its code, prepares when it may, and begins when all is there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'goodword-held-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'said')
  const said = () => (existsSync(file) ? readFileSync(file, 'utf8') : '')
  const [prepare, serve] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const held = supervise({
    name: 'it',
    file: join(DOOMED, 'begins-when-told.ts'),
    settings: { SAID: file },
    log: {} as Log,
    told: { prepare: prepare.promise, serve: serve.promise },
  })
  await expect.poll(said).toContain('loaded')
  expect(said()).toBe('loaded\n')
  prepare.resolve()
  await expect.poll(said).toContain('prepared')
  expect(said()).toBe('loaded\nprepared\n')
  serve.resolve()
  await (await held).stop()
  expect(said()).toBe('loaded\nprepared\nbegun\n')
})

test('a word that comes before it is waited for is kept', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'goodword-held-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'said')
  const told = { prepare: Promise.resolve(), serve: Promise.resolve() }
  const settings = { SAID: file }
  const running = await supervise({
    name: 'it',
    file: join(DOOMED, 'begins-when-told.ts'),
    settings,
    log: {} as Log,
    told,
  })
  await running.stop()
  expect(readFileSync(file, 'utf8')).toBe('loaded\nprepared\nbegun\n')
})

test('a program that is held ends in order with the one that started it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'goodword-held-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'said')
  const held = fork(join(DOOMED, 'begins-when-told.ts'), [HELD], { env: { ...process.env, SAID: file } })
  held.send('prepare')
  await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8')).toBe('loaded\nprepared\n')
  held.disconnect()
  expect(await once(held, 'exit')).toEqual([0, null])
})
