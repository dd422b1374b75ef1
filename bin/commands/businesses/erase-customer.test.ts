import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { goodword } from '../../../test/support/command-line.ts'
import { useDatabase } from '../../../test/support/database.ts'
import { addRequest, hoursAgo } from '../../../test/support/paid-invoices.ts'
import { seedBusiness } from '../../../server/flows/accounts/seed-business.ts'
import { createSealer } from '../../../server/platform/seal.ts'
import { openPhoneHash } from '../../../server/texts/phones/phone-hash.ts'

const base = useDatabase()
const folder = mkdtempSync(join(tmpdir(), 'goodword-erase-'))
const key = randomBytes(32).toString('hex')
const PHONE = '+61491570006'
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (...args: string[]) =>
  goodword({ DATABASE_URL: base.url, DATA_DIR: folder, ENCRYPTION_KEYS: key, SANDBOX_PORT: '9' }, ...args)

test('an erased customer goes on being left out, without a name, also in the export', async () => {
  const sealer = createSealer([key])
  const phone_hash = (await openPhoneHash(base.db, sealer))(PHONE)
  const ids = []
  for (const number of [1, 2]) {
    const where = await seedBusiness(
      { db: base.db, sealer },
      { number, fundsCents: 0, currency: 'AUD', name: `Business ${number}` },
    )
    await addRequest(base.db, where, {
      phone_hash,
      customer_name: 'Sam Green',
      state: 'delivered',
      sent_at: hoursAgo(1),
    })
    ids.push(where.businessId)
  }
  await sql`
    insert into excluded_contacts (business_id, tenant_id, contact_id, name)
    select business_id, tenant_id, contact_id, contact_name from invoices`.execute(base.db)

  await sql`update invoices set reference = 'Kitchen of Sam', contact_groups = '{}'`.execute(base.db)

  const [ours, theirs] = ids as [string, string]
  const { out } = await run('erase-customer', '--business', ours, '--phone', PHONE, '--yes')
  expect(out).toContain('text of 1 review request\n')
  expect(out).toContain('1 contact in Xero is left out from now on')
  for (const yes of [[], ['--yes']]) {
    const again = await run('erase-customer', '--business', ours, '--phone', PHONE, ...yes)
    expect(again.out).toBe('Nothing is kept of this customer.\n')
  }
  const exported = async (business: string) =>
    JSON.parse((await run('export-business', '--business', business)).out)
  expect(await exported(ours)).toMatchObject({
    excludedContacts: [{ name: null }],
    excludedLabels: [],
    invoices: [{ contact_name: null, reference: null, contact_groups: null }],
  })
  expect(await exported(theirs)).toMatchObject({
    excludedContacts: [{ name: 'Sam Green' }],
    invoices: [{ contact_name: 'Sam Green', reference: 'Kitchen of Sam' }],
  })
})
