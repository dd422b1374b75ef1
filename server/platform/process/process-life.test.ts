import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const PROGRAM = join(import.meta.dirname, '../../../test/support/doomed/closes-when-told.ts')

test.each(['SIGINT', 'SIGTERM'] as const)(
  'a second %s does not cut short what the first one began',
  async (signal) => {
    const child = fork(PROGRAM)
    const ended = once(child, 'exit')
    expect(await once(child, 'message')).toContain('runs')
    child.kill(signal)
    expect(await once(child, 'message')).toContain('closing')
    child.kill(signal)
    child.send('close')
    expect(await ended).toEqual([0, null])
  },
)
