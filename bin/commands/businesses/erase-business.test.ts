import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { goodword } from '../../../test/support/command-line.ts'
import { useDatabase } from '../../../test/support/database.ts'
import { addDecision, addRequest } from '../../../test/support/paid-invoices.ts'
import { seedBusiness } from '../../../server/flows/accounts/seed-business.ts'
import { createSealer } from '../../../server/platform/seal.ts'

const base = useDatabase()
const folder = mkdtempSync(join(tmpdir(), 'goodword-erase-business-'))
const key = randomBytes(32).toString('hex')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (...args: string[]) =>
  goodword({ DATABASE_URL: base.url, DATA_DIR: folder, ENCRYPTION_KEYS: key, SANDBOX_PORT: '9' }, ...args)

let where: { businessId: string; tenantId: string }
let number = 0

beforeEach(async () => {
  number += 1
  where = await seedBusiness(
    { db: base.db, sealer: createSealer([key]) },
    { number, fundsCents: 1250, currency: 'AUD', name: `Ferris ${number}` },
  )
})

const isOff = async () =>
  (
    await base.db
      .selectFrom('businesses')
      .select('deactivated_at')
      .where('id', '=', where.businessId)
      .executeTakeFirstOrThrow()
  ).deactivated_at !== null

const acts = async () =>
  (
    await base.db
      .selectFrom('audit_log')
      .select(['act', 'actor'])
      .where('business_id', '=', where.businessId)
      .orderBy('at')
      .orderBy('id')
      .execute()
  ).map(({ act, actor }) => `${act} by ${actor.split(',')[0]}`)

test('a business is looked at, stopped and erased by its day, and not erased after all', async () => {
  const erase = (...more: string[]) => run('erase-business', '--business', where.businessId, ...more)
  const looked = await erase()
  expect(looked.out).toContain(`Ferris ${number} would be stopped at once, and erased on `)
  expect(looked.out).toContain('12.50 AUD of funds are left')
  expect([await isOff(), await acts()]).toEqual([false, []])

  expect((await erase('--yes', '--refund')).out).toMatch(/is stopped\. It is erased on \d{4}-\d\d-\d\d;/)
  expect(await isOff()).toBe(true)
  expect((await erase('--take-back')).out).toContain('is not erased. It stays deactivated')
  expect((await erase('--take-back')).out).toContain('was not going to be erased')
  expect(await acts()).toEqual([
    'asked-to-erase-business by command line',
    'took-back-erasure by command line',
  ])
})

test('a customer is erased by name; of two of one name the ids are given', async () => {
  const erase = (contact: string, ...more: string[]) =>
    run('erase-customer', '--business', where.businessId, '--contact', contact, ...more)
  expect(await erase('Nora None')).toMatchObject({
    code: 1,
    err: expect.stringContaining('No invoice on record'),
  })
  await addRequest(base.db, where, { state: 'delivered', customer_name: 'Sam Green' })
  const looked = await erase('sam green')
  expect(looked.out).toContain('names, phone, e-mail and text of 1 review request')
  expect(looked.out).toContain('Run it again with --yes')
  await addDecision(base.db, where)
  const two = await erase('Sam Green', '--yes')
  expect([two.code, two.err]).toEqual([1, expect.stringContaining('2 contacts are called "Sam Green"')])
  const [id] = /[0-9a-f-]{36}/.exec(two.err)!
  expect((await erase(id, '--yes')).out).toContain('Erased:')
  expect((await erase('Sam Green', '--yes')).out).toContain('Erased:')
  const { names } = await base.db
    .selectFrom('invoices')
    .select(({ fn }) => fn.count<number>('contact_name').as('names'))
    .where('business_id', '=', where.businessId)
    .executeTakeFirstOrThrow()
  expect([Number(names), await acts()]).toEqual([
    0,
    ['erased-customer by command line', 'erased-customer by command line'],
  ])
})
