import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { useAccountSide } from '../../test/support/account-side.ts'
import { createOwner } from '../../test/support/owner.ts'
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
