import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedBusiness } from '../../server/flows/accounts/seed-business.ts'
import { createSealer } from '../../server/platform/seal.ts'
import { goodword, type Ran } from '../../test/support/command-line.ts'
import { useDatabase } from '../../test/support/database.ts'

const base = useDatabase()
const folder = mkdtempSync(join(tmpdir(), 'goodword-audited-'))
const key = randomBytes(32).toString('hex')
let businessId: string

beforeAll(async () => {
  const wanted = { number: 1, fundsCents: 0, currency: 'AUD', name: 'Another' } as const
  ;({ businessId } = await seedBusiness({ db: base.db, sealer: createSealer([key]) }, wanted))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (...args: string[]): Promise<Ran> =>
  goodword({ DATABASE_URL: base.url, DATA_DIR: folder, ENCRYPTION_KEYS: key, SANDBOX_PORT: '9' }, ...args)
const linesOf = (act: string) => base.db.selectFrom('audit_log').selectAll().where('act', '=', act).execute()
const actor = expect.stringMatching(/^command line, \w/)

test('grant gives once for each reference, and its note stands in the audit log', async () => {
  const to = ['grant', '--business', businessId]
  const ask = [...to, '--amount', '250', '--note', 'hello', '--reference', 'gift-1']
  expect((await run(...ask)).out).toBe('Granted $2.50 to Another.\n')
  expect((await run(...ask)).out).toBe('gift-1 was granted before: nothing was changed.\n')
  expect(await linesOf('granted-funds')).toMatchObject([
    { business_id: businessId, actor, reason: 'hello', details: { cents: 250 } },
  ])
})

test('so do codes that are made, and messages that are handled again', async () => {
  await run('qr', 'mint', '--count', '2', '--batch', 'audited')
  await run('inbox', 'replay', 'all')
  expect(await linesOf('minted-codes')).toMatchObject([{ actor, details: { batch: 'audited', count: 2 } }])
  expect(await linesOf('replayed-message')).toMatchObject([{ business_id: null, details: { messages: 0 } }])
})
