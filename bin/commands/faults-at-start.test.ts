import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goodwordProcess } from '../../test/support/command-line.ts'
import { useDatabase } from '../../test/support/database.ts'
import { LIVE_SETTINGS } from '../../test/support/live-settings.ts'
import { createSealer } from '../../server/platform/seal.ts'
import { openPhoneHash } from '../../server/texts/phones/phone-hash.ts'

const base = useDatabase()
const folder = mkdtempSync(join(tmpdir(), 'goodword-faults-'))
const key = randomBytes(32).toString('hex')
const settings = () => ({
  DATABASE_URL: base.url,
  DATA_DIR: folder,
  ENCRYPTION_KEYS: randomBytes(32).toString('hex'),
  LOG_LEVEL: 'silent',
})

beforeAll(async () => {
  await openPhoneHash(base.db, createSealer([key]))
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

test.each([['api'], ['worker']])(
  'where the database does not let in the login of DATABASE_URL, %s ends, and says so in one line',
  async (command) => {
    const DATABASE_URL = base.url.replace(/\/\/[^@/]*@/, '//nobody:secret-word@')
    expect(await goodwordProcess({ ...settings(), DATABASE_URL }, command)).toEqual({
      code: 1,
      out: '',
      err: 'DATABASE_URL cannot be used: password authentication failed for user "nobody". Check its address, user, password and database.\n',
    })
  },
)

test.each([['api'], ['worker'], ['businesses'], ['migrate']])(
  'where the certificate that DATABASE_URL names is not there, %s ends, and says so in one line',
  async (command) => {
    const file = join(folder, 'none.pem')
    const DATABASE_URL = `${base.url}?sslmode=verify-full&sslrootcert=${file}`
    expect(await goodwordProcess({ ...settings(), DATABASE_URL }, command)).toEqual({
      code: 1,
      out: '',
      err: `The database's address names a file that cannot be read (ENOENT): ${file}. Correct its sslrootcert, sslcert or sslkey.\n`,
    })
  },
)

test('where HOST is no address of this machine, api ends, and says so in one line', async () => {
  const live = { ...LIVE_SETTINGS, ...settings(), ENCRYPTION_KEYS: key, ALLOW_PLAINTEXT_DATABASE: 'yes' }
  expect(await goodwordProcess({ ...live, PORT: '0', HOST: '203.0.113.7' }, 'api')).toEqual({
    code: 1,
    out: '',
    err: 'HOST is no address of this machine: set it to one, as 127.0.0.1, or 0.0.0.0 for all.\n',
  })
})

test('where the key of trials is not there, or is none, a worker ends, and says so in one line', async () => {
  const worker = (BACKUP_VERIFY_IDENTITY_FILE: string) =>
    goodwordProcess({ ...settings(), BACKUP_VERIFY_IDENTITY_FILE }, 'worker')
  const absent = join(folder, 'absent.key')
  expect(await worker(absent)).toEqual({
    code: 1,
    out: '',
    err: `BACKUP_VERIFY_IDENTITY_FILE cannot be used: The identity file ${absent} cannot be read: ENOENT.\n`,
  })
  const open = join(folder, 'public.key')
  writeFileSync(open, 'age1abc')
  expect(await worker(open)).toEqual({
    code: 1,
    out: '',
    err: `BACKUP_VERIFY_IDENTITY_FILE cannot be used: ${open} is no identity file of age: it has a line that begins with AGE-SECRET-KEY-.\n`,
  })
})
