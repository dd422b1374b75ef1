import { randomBytes } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { useDatabase } from '../../test/support/database.ts'
import { asOwner } from '../../test/support/product.ts'
import { seedBusiness } from '../flows/accounts/seed-business.ts'
import { createLog } from '../platform/process/log.ts'
import { createSealer } from '../platform/seal.ts'
import { createLedgerCheckTask } from './ledger-check-task.ts'

const base = useDatabase()

test('each night the ledger is added up, and its faults are counted and named', async () => {
  const { businessId } = await seedBusiness(
    { db: base.db, sealer: createSealer([randomBytes(32).toString('hex')]) },
    { number: 1, fundsCents: 500, currency: 'AUD', name: 'Jo' },
  )
  const log = createLog('test', 'silent')
  const said = vi.spyOn(log, 'error')
  const recordLedgerCheck = vi.fn<(faults: number) => void>()
  const check = createLedgerCheckTask({ databaseUrl: base.url, log, product: { recordLedgerCheck } })
  await check['check-ledger']!({})
  await asOwner(base.url, (owner) => owner.query('update balances set available_cents = 7'))
  await check['check-ledger']!({})
  expect(recordLedgerCheck.mock.calls).toEqual([[0], [1]])
  expect(said.mock.calls).toEqual([
    [{ businessId, fault: expect.stringContaining('balance says 7 cents') }, 'the ledger does not add up'],
  ])
})
