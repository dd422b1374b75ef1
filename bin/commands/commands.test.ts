import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { goodword, goodwordProcess, type Ran } from '../../test/support/command-line.ts'
import { useDatabase } from '../../test/support/database.ts'
import { addAttempt, addDecision, addRequest, hoursAgo } from '../../test/support/paid-invoices.ts'
import { seedBusiness } from '../../server/flows/accounts/seed-business.ts'
import { createSealer } from '../../server/platform/seal.ts'
import { openPhoneHash } from '../../server/texts/phones/phone-hash.ts'

const base = useDatabase()
const folder = mkdtempSync(join(tmpdir(), 'goodword-cli-'))
const key = randomBytes(32).toString('hex')
const sealer = createSealer([key])
const PHONE = '+61491570006'

let ours: { businessId: string; tenantId: string }
let another: { businessId: string; tenantId: string }

beforeAll(async () => {
  ours = await seedBusiness(
    { db: base.db, sealer },
    { number: 1, fundsCents: 500, currency: 'AUD', name: 'Ours' },
  )
  another = await seedBusiness(
    { db: base.db, sealer },
    { number: 2, fundsCents: 0, currency: 'AUD', name: 'Another' },
  )
  // Xero cannot be asked for these: they are accounted for from our own records.
  await base.db.updateTable('xero_authorisations').set({ state: 'needs_reconnect' }).execute()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const settings = () =>
  ({ DATABASE_URL: base.url, DATA_DIR: folder, ENCRYPTION_KEYS: key, SANDBOX_PORT: '9' }) as const
const run = (...args: string[]): Promise<Ran> => goodword(settings(), ...args)
/** Once for each command: what it prints and its exit code are those of a real process. */
const runProcess = (...args: string[]): Promise<Ran> => goodwordProcess(settings(), ...args)

describe('the command line', () => {
  test('lists its commands, and each explains itself', async () => {
    const { code, out } = await runProcess('help')
    expect(code).toBe(0)
    const [, listed = ''] = out.split('Commands:\n')
    const names =
      'help init migrate doctor backup restore businesses grant sender sweep inbox stuck reconcile'.split(' ')
    names.push(...'erase-customer erase-business export-business qr seed api worker healthy'.split(' '))
    const lines = listed.trimEnd().split('\n')
    expect(lines.map((line) => /^ {2}(\S+).* {2}\S/.exec(line)?.[1])).toEqual(names)
    const one = await run('help', 'grant')
    expect(one.out).toContain('--amount <cents>')
    expect(one.out).not.toContain('reconcile')
    expect((await run('grant', '--help')).out).toBe(one.out)
  })

  test.each([
    [['reconsile'], "Unknown command 'reconsile'. Did you mean reconcile? `goodword help` lists them all."],
    [['export'], "Unknown command 'export'. Did you mean export-business? `goodword help` lists them all."],
    [['help', 'toString'], "Unknown command 'toString'. `goodword help` lists them all."],
  ])('says in one line that there is no command %j, and what may be meant', async (args, words) => {
    expect(await run(...args)).toEqual({ code: 2, out: '', err: `${words}\n` })
  })

  test('says so as a process too, with an exit code of its own', async () => {
    expect(await runProcess('reconsile')).toEqual({
      code: 2,
      out: '',
      err: "Unknown command 'reconsile'. Did you mean reconcile? `goodword help` lists them all.\n",
    })
  })

  const id = '019a2b3c-4d5e-7f60-8a9b-0c1d2e3f4a5b'
  test.each([
    [['reconcile', '--bogus'], "Unknown option '--bogus'. See --help."],
    [['sweep', 'everything'], "Too many arguments for 'sweep'. Expected 0 arguments but got 1: everything."],
    [['export-business'], "Required option '--business <id>' not specified. See --help."],
    [['grant', '--business', 'x', '--amount', '1'], '--business must be an id like'],
    [
      ['grant', '--business', id, '--amount', 'ten'],
      '--amount must be a whole number from 1 to 10000000, not "ten".',
    ],
    [['grant', '--business', id, '--amount', '5'], "Required option '--note <text>' not specified."],
    [
      ['grant', '--business', id, '--amount', '5', '--note', ' '],
      '--note is missing: say what the grant is for.',
    ],
    [['reconcile', '--business', id], `There is no business ${id}.`],
    [['reconcile', '--days', '0'], '--days must be a whole number from 1 to 3660, not "0".'],
    [['erase-customer', '--business', id], 'Give --phone or --contact.'],
    [['erase-customer', '--phone', '+61491570006'], 'Give --business or --everywhere.'],
    [
      ['erase-customer', '--everywhere', '--business', id, '--phone', '+61491570006'],
      "Option '--everywhere' cannot be used with option '--business <id>'.",
    ],
    [
      ['erase-customer', '--everywhere', '--phone', '0491 570 006'],
      '--phone must be a number like +61491570006',
    ],
  ])('refuses %j in one line', async (args, words) => {
    const { code, out, err } = await run(...args)
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain(words)
    expect(err.trim().split('\n')).toHaveLength(1)
  })

  test('refuses as a process too: in one line of the error output, without a stack', async () => {
    expect(await runProcess('reconcile', '--days', '0')).toEqual({
      code: 1,
      out: '',
      err: '--days must be a whole number from 1 to 3660, not "0".\n',
    })
  })

  test('says in one line that the database does not answer', async () => {
    const { code, err } = await goodwordProcess(
      { DATABASE_URL: 'postgres://no-role@127.0.0.1:9/none', DATA_DIR: folder },
      'reconcile',
    )
    expect(code).toBe(1)
    expect(err).toMatch(/^The database cannot be used: .*\n$/)
  })
})

describe('businesses', () => {
  test('lists each with its owner, its funds and its state, as JSON too', async () => {
    const { code, out } = await runProcess('businesses')
    expect(code).toBe(0)
    const lines = out.trimEnd().split('\n')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toMatch(new RegExp(`^${ours.businessId}  Ours  +–  +\\$5\\.00  needs reconnect  on$`))
    const read = JSON.parse((await run('businesses', '--json')).out)
    expect(read).toMatchObject([
      { id: ours.businessId, name: 'Ours', availableCents: 500, connection: 'needs reconnect' },
      { id: another.businessId, name: 'Another', availableCents: 0, automationEnabled: true },
    ])
  })
})

describe('reconcile', () => {
  test('exits with 0 where every paid invoice has its outcome, as JSON too', async () => {
    await addRequest(base.db, ours, { state: 'delivered', sent_at: hoursAgo(1) })
    await addDecision(base.db, ours, { outcome: 'skipped', reason: 'no_mobile' })
    const { code, out } = await run('reconcile', '--business', ours.businessId)
    expect(out).toContain(`Ours (business Ours, ${ours.businessId})`)
    expect(out).toContain('From our own records only')
    expect(out.trim().split('\n').at(-1)).toBe(
      'All is accounted for: 2 paid = 1 sent + 1 explained + 0 missing.',
    )
    expect(code).toBe(0)
    const read = JSON.parse((await run('reconcile', '--json')).out)
    expect(read).toMatchObject({ isWhole: true, ledger: [] })
    expect(read.organisations).toHaveLength(2)
  })

  test('explains the gateway’s codes in words', async () => {
    await addRequest(base.db, ours, { state: 'failed', state_reason: '21635', failed_at: hoursAgo(1) })
    const { out } = await run('reconcile', '--business', ours.businessId)
    expect(out).toContain('that number is a landline (21635) 1')
  })

  test('exits with 1 where an invoice has none, and names it', async () => {
    await addDecision(base.db, another)
    const { code, out } = await runProcess('reconcile')
    expect(code).toBe(1)
    expect(out).toMatch(/MISSING \d{4}-\d\d-\d\d: 1 × decided to text, but there is no request \(INV-/)
    expect(out).toContain(
      'NOT ALL IS ACCOUNTED FOR: 4 paid = 1 sent + 2 explained + 1 missing; 1 paid invoice has no outcome.',
    )
  })
})

describe('erase-customer', () => {
  const personal = {
    customer_name: 'Sam Green',
    first_name: 'Sam',
    customer_phone: PHONE,
    customer_email: 'sam@green.example',
    body: 'Hi Sam',
  }
  const add = async (where: typeof ours, columns: Record<string, string | Date> = {}) => {
    const phone_hash = (await openPhoneHash(base.db, sealer))(PHONE)
    const id = await addRequest(base.db, where, { ...personal, phone_hash, ...columns })
    return { id, attempt: await addAttempt(base.db, where, id, { phone: PHONE, state: 'rejected' }) }
  }
  const requestOf = (id: string) =>
    base.db.selectFrom('review_requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  test('only prints what it would do, until --yes is given', async () => {
    const sent = await add(ours, { state: 'delivered', sent_at: hoursAgo(1) })
    const waiting = await add(ours)
    const other = await add(another, { state: 'delivered', sent_at: hoursAgo(1) })
    const looked = await run('erase-customer', '--business', ours.businessId, '--phone', '+61 491 570 006')
    expect(looked).toMatchObject({ code: 0 })
    expect(looked.out).toContain('of 2 review requests, 1 of them not sent yet and cancelled')
    expect(looked.out).toContain('the phone of 2 attempts to send')
    expect((await requestOf(sent.id)).customer_name).toBe('Sam Green')

    const erased = await run('erase-customer', '--business', ours.businessId, '--phone', PHONE, '--yes')
    expect(erased.out).toContain('Erased:')
    const row = await requestOf(sent.id)
    expect([row.customer_name, row.first_name, row.customer_phone, row.customer_email, row.body]).toEqual(
      Array.from({ length: 5 }, () => null),
    )
    expect(row.phone_hash).toEqual((await openPhoneHash(base.db, sealer))(PHONE))
    expect(await requestOf(waiting.id)).toMatchObject({ state: 'cancelled', state_reason: 'customer_erased' })
    expect(await phoneOf(sent.attempt)).toBe(null)
    expect(await contactNameOf(row.invoice_id!)).toBe(null)
    expect((await requestOf(other.id)).customer_name).toBe('Sam Green')

    await run('erase-customer', '--everywhere', '--phone', PHONE, '--yes')
    expect((await requestOf(other.id)).customer_name).toBe(null)
    // Each owner reads it in her own log, and nothing of another business.
    const lines = await base.db
      .selectFrom('audit_log')
      .select('details')
      .where('act', '=', 'erased-customer')
      .where('business_id', '=', another.businessId)
      .execute()
    expect(lines).toEqual([{ details: {} }])
  })

  test('forgets the number as a confirmed one for test texts', async () => {
    const phone = '+61491570007'
    const phone_hash = (await openPhoneHash(base.db, sealer))(phone)
    const { id } = await base.db
      .insertInto('users')
      .values({ issuer: 'x', subject: 'test-number', name: 'Jane', email: 'jane@owner.test' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await base.db
      .insertInto('test_numbers')
      .values({ business_id: ours.businessId, user_id: id, phone_hash, confirmed_at: new Date() })
      .execute()
    const { out } = await run('erase-customer', '--business', ours.businessId, '--phone', phone, '--yes')
    expect(out).toContain('the number as 1 confirmed number for test texts')
    const again = await run('erase-customer', '--everywhere', '--phone', phone, '--yes')
    expect(again.out).toContain('Nothing is kept of this customer.')
  })

  test('is refused while a text to them is with the gateway', async () => {
    const { id } = await add(ours, { state: 'sending' })
    const { code, err } = await runProcess('erase-customer', '--everywhere', '--phone', PHONE, '--yes')
    expect([code, err]).toEqual([1, expect.stringContaining('being sent just now')])
    expect((await requestOf(id)).customer_name).toBe('Sam Green')
    await base.db.updateTable('review_requests').set({ state: 'delivered' }).where('id', '=', id).execute()
  })

  const phoneOf = async (attempt: string) =>
    (await base.db.selectFrom('send_attempts').select('phone').where('id', '=', attempt).executeTakeFirst())
      ?.phone
  const contactNameOf = async (invoice: string) =>
    (
      await base.db
        .selectFrom('invoices')
        .select('contact_name')
        .where('invoice_id', '=', invoice)
        .executeTakeFirst()
    )?.contact_name
})

describe('export-business', () => {
  test('is one document of one business, without its tokens and without other businesses', async () => {
    const { code, out } = await runProcess('export-business', '--business', ours.businessId)
    expect(code).toBe(0)
    const read = JSON.parse(out)
    expect(read.business).toMatchObject([{ name: 'Ours' }])
    expect(read.organisations).toMatchObject([{ tenant_id: ours.tenantId }])
    expect(read.transfers).toMatchObject([
      { kind: 'grant', entries: [{ amount_cents: 500 }, { amount_cents: -500 }] },
    ])
    expect(read.reviewRequests.length).toBeGreaterThan(0)
    expect(out).not.toContain(another.tenantId)
    expect(out).not.toMatch(/access_token|refresh_token/)
  })

  test('goes to a file that only its owner may read', async () => {
    const file = join(folder, 'ours.json')
    expect(await run('export-business', '--business', ours.businessId, '--out', file)).toMatchObject({
      code: 0,
      out: '',
    })
    expect(JSON.parse(readFileSync(file, 'utf8')).balance).toMatchObject([{ available_cents: 500 }])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const nowhere = await run(
      'export-business',
      '--business',
      ours.businessId,
      '--out',
      join(folder, 'no/where'),
    )
    expect([nowhere.code, nowhere.err]).toEqual([1, expect.stringContaining('cannot be written')])
  })
})

test('migrate says that there is nothing to do', async () => {
  expect(await runProcess('migrate')).toMatchObject({ code: 0, out: 'The database is up to date.\n' })
})
