import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { useDatabase } from '../../test/support/database.ts'
import { addRequest } from '../../test/support/paid-invoices.ts'
import { seedBusiness } from '../flows/accounts/seed-business.ts'
import { createSealer } from '../platform/seal.ts'
import { createDepthGauges } from './depth-gauges.ts'

const base = useDatabase()
const sealer = createSealer([randomBytes(32).toString('hex')])

test('what waits is counted at each reading, and its gauge is absent when nothing waits any more', async () => {
  const gauges = createDepthGauges(base.db)
  const readings = async () =>
    (await gauges.metrics()).split('\n').filter((line) => !line.startsWith('# HELP'))
  expect(await readings()).toContain('# TYPE goodword_funds_cents gauge')

  const business = await seedBusiness(
    { db: base.db, sealer },
    { number: 1, fundsCents: 500, currency: 'AUD', name: 'Jo' },
  )
  await addRequest(base.db, business, { state: 'waiting_for_funds' })
  const full = await readings()
  for (const line of [
    'goodword_events_waiting 0',
    'goodword_requests{state="waiting_for_funds"} 1',
    'goodword_organisations{state="connected"} 1',
    'goodword_funds_cents{account="available"} 500',
    'goodword_funds_cents{account="reserved"} 0',
    '# TYPE goodword_attempts_open gauge',
  ])
    expect(full).toContain(line)

  await base.db.updateTable('review_requests').set({ state: 'expired' }).execute()
  expect((await readings()).filter((line) => line.startsWith('goodword_requests'))).toEqual([])
})
