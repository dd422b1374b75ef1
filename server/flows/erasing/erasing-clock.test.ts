import { expect, test } from 'vitest'
import { useAccountSide } from '../../../test/support/account-side.ts'
import { createOwner } from '../../../test/support/owner.ts'
import { DAY_MS } from '../../platform/dates.ts'
import { buildApp } from '../../wiring/app.ts'
import { askToErase } from './ask-to-erase.ts'
import { createErasingTasks } from './erasing-tasks.ts'

const side = useAccountSide()
const wrongBy = (days: number) => ({
  ...side.parts,
  clock: () => new Date(side.parts.clock().getTime() + days * DAY_MS),
})
const erasureOf = (businessId: string) =>
  side.parts.db
    .selectFrom('erasures')
    .select(['erases_at as erasesAt', 'erased_at as erasedAt'])
    .where('business_id', '=', businessId)
    .executeTakeFirstOrThrow()

test('a worker whose clock is ahead erases no business before its week is over', async () => {
  const { businessId } = await createOwner(side, 'ahead@ferris.example')
  const now = await side.parts.databaseNow()
  const by = { kind: 'system' as const, name: 'test' }
  await askToErase(side.parts.db, { businessId, askedBy: 'owner', wantsRefund: false, by, now })
  await createErasingTasks(wrongBy(8))['erase-due']!(undefined)
  expect(await erasureOf(businessId)).toMatchObject({ erasedAt: null })
})

test('an api whose clock is behind shortens nobody’s week', async () => {
  const owner = await createOwner(side, 'behind@ferris.example', 'Ferris Painting')
  const asked = await side.parts.databaseNow()
  const app = await buildApp(wrongBy(-8))
  const request = {
    url: '/api/erasure',
    headers: { cookie: owner.cookies().join('; '), 'sec-fetch-site': 'same-origin' },
  }
  const preview = await app.inject({ method: 'GET', ...request })
  const answer = await app.inject({
    method: 'POST',
    ...request,
    payload: { businessName: 'Ferris Painting', wantsRefund: false },
  })
  await app.close()
  const { erasesAt } = await erasureOf(owner.businessId)
  expect(erasesAt.getTime()).toBeGreaterThanOrEqual(asked.getTime() + 7 * DAY_MS)
  expect(answer.json()).toEqual({ erasesAt: erasesAt.toISOString() })
  expect(Date.parse(preview.json().erasesAt)).toBeGreaterThanOrEqual(asked.getTime() + 7 * DAY_MS)
})
