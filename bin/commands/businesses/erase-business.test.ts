import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { goodword } from '../../../test/support/command-line.ts'
import { useDatabase } from '../../../test/support/database.ts'
import { addDecision, addRequest } from '../../../test/support/paid-invoices.ts'
import { seedBusiness } from '../../../server/flows/accounts/seed-business.ts'
import { eraseBusiness } from '../../../server/flows/erasing/erase-business.ts'
import { DAY_MS } from '../../../server/platform/dates.ts'
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
  await addRequest(base.db, where, { state: 'delivered' })
  const looked = await erase()
  expect(looked.out).toContain('  1 customer, 0 texts, 0 printed codes, its settings')
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

test('asked again, the day stays; what was erased is called so, and gets no funds', async () => {
  const erase = (...more: string[]) => run('erase-business', '--business', where.businessId, ...more)
  const grant = (note: string) =>
    run('grant', '--business', where.businessId, '--amount', '100', '--note', note)
  const asked = await erase('--yes', '--refund')
  expect(asked.out).toContain('A refund is noted: `doctor` names under erasures what of it was paid by card.')
  const [, erasesOn] = /erased on (\S+);/.exec(asked.out)!
  for (const again of [[], ['--yes']])
    expect((await erase(...again)).out).toBe(
      `Ferris ${number} is stopped already, and erased on ${erasesOn}; --take-back until then.\n`,
    )
  const late = await grant('too late')
  expect([late.code, late.err]).toEqual([0, `Ferris ${number} is to be erased on ${erasesOn}.\n`])

  const now = new Date(Date.now() + 8 * DAY_MS)
  expect(await eraseBusiness(base.db, where.businessId, { now })).toBe('erased')
  const erasedOn = now.toISOString().slice(0, 10)
  for (const again of [[], ['--yes']])
    expect(await erase(...again)).toMatchObject({
      code: 0,
      out: expect.stringContaining(` was erased on ${erasedOn}: nothing was changed.`),
    })
  expect(await grant('gone')).toMatchObject({
    code: 1,
    err: expect.stringContaining(`was erased on ${erasedOn}: nothing was granted.`),
  })
  const listed = (await run('businesses')).out.split('\n').find((line) => line.startsWith(where.businessId))
  expect(listed).toMatch(/ erased$/)
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
