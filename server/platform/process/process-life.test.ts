import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const program = (name: string) => join(import.meta.dirname, `../../../test/support/doomed/${name}.ts`)

test.each(['SIGINT', 'SIGTERM'] as const)(
  'a second %s does not cut short what the first one began',
  async (signal) => {
    const child = fork(program('closes-when-told'))
    const ended = once(child, 'exit')
    expect(await once(child, 'message')).toContain('runs')
    child.kill(signal)
    expect(await once(child, 'message')).toContain('closing')
    child.kill(signal)
    child.send('close')
    expect(await ended).toEqual([0, null])
  },
)

test('a parent that ended before its child listened for that ends it all the same', async () => {
  const child = fork(program('closes-when-orphaned'), { silent: true })
  const ended = once(child, 'exit')
  let said = ''
  child.stdout!.on('data', (words: Buffer) => (said += String(words)))
  expect(await once(child, 'message')).toContain('runs')
  child.disconnect()
  expect(await ended).toEqual([0, null])
  expect(said).toBe('closed')
})
