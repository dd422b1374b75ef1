import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

test('a reader that has ended, as `head` does, ends a command without a word', async () => {
  const command = join(import.meta.dirname, '../goodword.ts')
  const child = spawn(process.execPath, [command, 'help'], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.destroy()
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  expect([code, said]).toEqual([1, ''])
})
