import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useBackupFolder } from '../../../test/support/backups.ts'
import { goodword } from '../../../test/support/command-line.ts'
import { useDatabase } from '../../../test/support/database.ts'
import { seedBusiness } from '../../../server/flows/accounts/seed-business.ts'
import { createSealer } from '../../../server/platform/seal.ts'

const base = useDatabase()
const { folder } = useBackupFolder()

test('a file that is there is not written over', async () => {
  const key = randomBytes(32).toString('hex')
  const { businessId } = await seedBusiness(
    { db: base.db, sealer: createSealer([key]) },
    { number: 1, fundsCents: 0, currency: 'AUD' },
  )
  const file = join(folder, 'notes.txt')
  writeFileSync(file, 'mine')
  const settings = { DATABASE_URL: base.url, DATA_DIR: folder, ENCRYPTION_KEYS: key }
  expect(await goodword(settings, 'export-business', '--business', businessId, '--out', file)).toEqual({
    code: 1,
    out: '',
    err: `${file} is there already, and is not written over: name another file.\n`,
  })
  expect(readFileSync(file, 'utf8')).toBe('mine')
  const recorded = await base.db
    .selectFrom('audit_log')
    .select('act')
    .where('act', '=', 'exported-business')
    .execute()
  expect(recorded).toEqual([])
})
