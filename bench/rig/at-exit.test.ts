import { fork } from 'node:child_process'
import { on, once } from 'node:events'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SIGNALS = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const

/** The newest first, whichever of them fails. */
const KILLED = 'killed the last\nkilled the first\n'

const start = (folders: string[]) => {
  const child = fork(join(import.meta.dirname, 'ended-by-signal.ts'), folders, { silent: true })
  const messages = on(child, 'message', { close: ['exit'] })
  let said = ''
  child.stdout!.on('data', (words: Buffer) => (said += String(words)))
  const next = async (): Promise<unknown> => ((await messages.next()).value as unknown[] | undefined)?.[0]
  return { child, next, ended: once(child, 'close'), said: () => said }
}

test.each(SIGNALS)(
  'all that %s ends is waited for, also where it comes twice and what was under way fails',
  async (signal, code) => {
    const folders = ['one', 'other'].map((name) => mkdtempSync(join(tmpdir(), `goodword-${name}-`)))
    const { child, next, ended, said } = start(folders)
    expect(await next()).toBe('runs')
    child.kill(signal)
    expect([await next(), await next(), await next()]).toEqual(['ends', 'ends', 'signalled'])
    child.kill(signal)
    expect(await next()).toBe('signalled')
    child.send('fail')
    for (const folder of folders) {
      child.send(folder)
      expect(await next()).toBe('removed')
    }
    expect(await ended).toEqual([code, null])
    expect(folders.filter((folder) => existsSync(folder))).toEqual([])
    expect(said()).toBe(KILLED)
  },
)

test.each(SIGNALS)('%s ends at once what has nothing to wait for, by its exit', async (signal, code) => {
  const { child, next, ended, said } = start([])
  await next()
  child.kill(signal)
  expect(await ended).toEqual([code, null])
  expect(said()).toBe(KILLED)
})
