import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goodwordProcess } from '../../test/support/command-line.ts'
import { useDatabase } from '../../test/support/database.ts'
import { createSealer } from '../../server/platform/seal.ts'
import { openPhoneHash } from '../../server/texts/phones/phone-hash.ts'

const base = useDatabase()
const folder = mkdtempSync(join(tmpdir(), 'goodword-faults-'))
const newKey = (): string => randomBytes(32).toString('hex')
const settings = () => ({
  DATABASE_URL: base.url,
  DATA_DIR: folder,
  ENCRYPTION_KEYS: newKey(),
  LOG_LEVEL: 'silent',
})

beforeAll(async () => {
  await openPhoneHash(base.db, createSealer([newKey()]))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each([[['businesses']], [['sender', 'list']], [['api']], [['worker']]])(
  'without the key that sealed what is in the database %j ends, and says so in one line',
  async (args) => {
    expect(await goodwordProcess(settings(), ...args)).toEqual({
      code: 1,
      out: '',
      err: 'Sealed with a key that is not in ENCRYPTION_KEYS: add the older key back.\n',
    })
  },
)
