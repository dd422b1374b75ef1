import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { useBackupFolder } from '../../test/support/backups.ts'
import { useDatabase } from '../../test/support/database.ts'
import { productVersion } from '../platform/process/product-version.ts'

const base = useDatabase()
const { folder } = useBackupFolder()

test('a worker says in its log that it has started, and of which version it is', async () => {
  const key = randomBytes(32).toString('hex')
  const env = {
    DATABASE_URL: base.url,
    DATA_DIR: folder,
    ENCRYPTION_KEYS: key,
    SANDBOX_PORT: '9',
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../bin/goodword.ts'), 'worker'], {
    env,
  })
  onTestFinished(() => void child.kill())
  const words: object[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    words.push(JSON.parse(line) as object)
    if (line.includes('the worker has started')) break
  }
  expect(words.at(-1)).toMatchObject({ version: productVersion(), msg: 'the worker has started' })
  child.kill()
  await once(child, 'exit')
})
