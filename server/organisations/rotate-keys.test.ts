import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { useAccountSide } from '../../test/support/account-side.ts'
import { createOwner } from '../../test/support/owner.ts'
import { checkKeys } from '../operations/checks/check-keys.ts'
import { createSealer } from '../platform/seal.ts'
import { openSession } from './open-session.ts'

const oldKey = randomBytes(32).toString('hex')
const newKey = randomBytes(32).toString('base64')
const side = useAccountSide(() => ({ ENCRYPTION_KEYS: oldKey }))

test('a new key in front opens what the old one sealed, and what is written next needs the new one only', async () => {
  const owner = await createOwner(side, 'priya@raman.example')
  const { tenantId } = side.sandbox.xero.addOrganisation({ name: 'Raman Plumbing' })
  await owner.connectXero(tenantId)
  const { db, xero } = side.parts
  const { authorisation_id } = await db
    .selectFrom('organisations')
    .select('authorisation_id')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  const where = { businessId: owner.businessId, authorisationId: authorisation_id, tenantId }

  const rotated = createSealer([newKey, oldKey])
  const before = await openSession({ db, xero, sealer: rotated }, where, { now: new Date() })
  const inAnHour = new Date(Date.now() + 3_600_000)
  await openSession({ db, xero, sealer: rotated }, where, { now: inAnHour })

  const newOnly = createSealer([newKey])
  const after = await openSession({ db, xero, sealer: newOnly }, where, { now: new Date() })
  expect(after.accessToken).not.toBe(before.accessToken)
  const oldOnly = createSealer([oldKey])
  await expect(openSession({ db, xero, sealer: oldOnly }, where, { now: new Date() })).rejects.toThrow(
    'add the older key back',
  )
})

test('tokens that were copied from another business, or into the other column, do not open', async () => {
  const { db, xero } = side.parts
  const sealer = createSealer([oldKey, newKey])
  const [one, two] = await Promise.all([connected('one@example.com'), connected('two@example.com')])
  const tokensOf = ({ businessId }: { businessId: string }) =>
    db
      .selectFrom('xero_authorisations')
      .select(['access_token', 'refresh_token'])
      .where('business_id', '=', businessId)
      .executeTakeFirstOrThrow()
  const open = () => openSession({ db, xero, sealer }, one, { now: new Date() })
  const set = (tokens: { access_token?: Buffer }) =>
    db.updateTable('xero_authorisations').set(tokens).where('business_id', '=', one.businessId).execute()
  const mine = await tokensOf(one)
  await set(await tokensOf(two))
  await expect(open()).rejects.toThrow('another place')
  expect(await checkKeys(db, sealer)).toMatchObject({ state: 'WRONG' })
  await set({ access_token: mine.refresh_token })
  await expect(open()).rejects.toThrow('another place')
  await set(mine)
  await expect(open()).resolves.toMatchObject({ tenantId: one.tenantId })
  expect(await checkKeys(db, sealer)).toMatchObject({ state: 'ok' })
})

const connected = async (email: string) => {
  const owner = await createOwner(side, email)
  const { tenantId } = side.sandbox.xero.addOrganisation({ name: 'Coastal Plumbing' })
  await owner.connectXero(tenantId)
  const { authorisation_id: authorisationId } = await side.parts.db
    .selectFrom('organisations')
    .select('authorisation_id')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return { businessId: owner.businessId, authorisationId, tenantId }
}
