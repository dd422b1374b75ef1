import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { useProduct } from '../../test/support/product.ts'
import { createTrader } from '../../test/support/trader.ts'
import { openDb } from '../database/database.ts'
import { BACKGROUND } from '../platform/postgres/connections/pool.ts'
import { openSession } from './open-session.ts'

const product = useProduct()
const IDLE_MS = 100

test('a refresh may wait for Xero for longer than other transactions may be idle', async () => {
  const trader = await createTrader(product)
  await sql`update xero_authorisations set access_expires_at = now()
            where business_id = ${trader.businessId}`.execute(product.db)
  const { id } = await product.db
    .selectFrom('xero_authorisations')
    .select('id')
    .where('business_id', '=', trader.businessId)
    .executeTakeFirstOrThrow()
  const patience = { ...BACKGROUND, idleMs: IDLE_MS }
  const impatient = openDb(product.databaseUrl, { patience, onError: () => undefined })
  const { xero } = product.parts
  const refresh = xero.refresh.bind(xero)
  vi.spyOn(xero, 'refresh').mockImplementation(async (token) => {
    await pause(IDLE_MS * 3)
    return refresh(token)
  })
  const session = await openSession(
    { ...product.parts, db: impatient.db },
    { ...trader, authorisationId: id },
    { now: product.now() },
  )
  expect(session.accessToken).not.toBe('')
  await impatient.close()
})
