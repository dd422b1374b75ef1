import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { useAccountSide } from '../../../test/support/account-side.ts'
import { createOwner, type Owner } from '../../../test/support/owner.ts'
import { asSystem } from '../../database/database.ts'
import { lockBusinessRow } from '../erasing/ask-to-erase.ts'
import { ROWS_OF_FEW } from '../erasing/rows-of-few.ts'

/** Whoever locks a business and those who sign in for it locks the business first: no two of them deadlock. */

const side = useAccountSide()
let owner: Owner
let email: string
let people = 0

beforeEach(async () => {
  people += 1
  email = `lock${people}@raman.example`
  owner = await createOwner(side, email)
  const { tenantId } = side.sandbox.xero.addOrganisation({ name: 'Raman Plumbing' })
  await owner.connectXero(tenantId)
})

const deactivate = () => owner.api('POST', '/api/auth/deactivate')

/** Each returns what is asked while another transaction has the business. */
const acts = {
  'deactivates the account': async () => deactivate,
  'brings it back': async () => {
    await deactivate()
    const landed = await owner.goToGoogle(email, 'intent=reactivate')
    return () => owner.api('POST', '/api/auth/reactivate', { token: landed.searchParams.get('token') })
  },
  'chooses another place': async () => {
    const { body } = await owner.api('GET', '/api/places?query=kettle')
    const [place] = body['places'] as { placeId: string }[]
    return () => owner.api('PUT', '/api/onboarding/business', { placeId: place!.placeId })
  },
  'completes the onboarding': async () => () => owner.api('POST', '/api/onboarding/complete'),
}

test.each(Object.keys(acts) as (keyof typeof acts)[])(
  'whoever asks to erase a business does not deadlock with an owner who %s',
  async (act) => {
    const ask = await acts[act]()
    let asked: ReturnType<typeof ask> | undefined
    await asSystem(side.parts.db, async (trx) => {
      await lockBusinessRow(trx, owner.businessId)
      asked = ask()
      await expect.poll(waiting).toBe(1)
      await sql`update users set deactivated_at = deactivated_at where business_id = ${owner.businessId}`.execute(
        trx,
      )
    })
    expect((await asked)!.status).toBeLessThan(300)
  },
)

test('the end of an erasure does not deadlock with an owner who brings her business back', async () => {
  const ask = await acts['brings it back']()
  let asked: ReturnType<typeof ask> | undefined
  await asSystem(side.parts.db, async (trx) => {
    await lockBusinessRow(trx, owner.businessId)
    asked = ask()
    await expect.poll(waiting).toBe(1)
    for (const erased of ROWS_OF_FEW) await erased(owner.businessId).execute(trx)
  })
  expect((await asked)!.status).toBe(401)
})

/** How many transactions wait for a lock. */
const waiting = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(distinct pid)::int as count from pg_locks join pg_stat_activity using (pid)
    where datname = current_database() and not granted`.execute(side.parts.db)
  return rows[0]!.count
}
