import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { useBackupFolder } from '../../test/support/backups.ts'
import { goodword } from '../../test/support/command-line.ts'
import { useDatabase } from '../../test/support/database.ts'
import { hoursAgo } from '../../test/support/paid-invoices.ts'
import { useStub } from '../../test/support/stub-server.ts'
import { seedBusiness } from '../../server/flows/accounts/seed-business.ts'
import { createSealer } from '../../server/platform/seal.ts'

const base = useDatabase()
const { folder } = useBackupFolder()
const xero = useStub()

test('where Xero refuses our app, sweep says in one line which settings to check', async () => {
  const key = randomBytes(32).toString('hex')
  await seedBusiness(
    { db: base.db, sealer: createSealer([key]) },
    { number: 1, fundsCents: 0, currency: 'AUD' },
  )
  await base.db
    .updateTable('xero_authorisations')
    .set({ access_expires_at: hoursAgo(1) })
    .execute()
  xero.answer = () => ({ status: 401, json: { error: 'invalid_client' } })
  const urls = { DATABASE_URL: base.url, XERO_IDENTITY_URL: xero.url, XERO_API_URL: xero.url }
  expect(await goodword({ ...urls, DATA_DIR: folder, ENCRYPTION_KEYS: key }, 'sweep')).toEqual({
    code: 1,
    out: '',
    err: 'Xero refuses our app (invalid_client): check XERO_CLIENT_ID, XERO_CLIENT_SECRET and XERO_IDENTITY_URL.\n',
  })
})
