import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { useAccountSide } from '../../../test/support/account-side.ts'
import { createOwner, type Owner } from '../../../test/support/owner.ts'
import { handleWaiting, orderTopUp, spend } from '../../../test/support/payments.ts'
import { asBusiness } from '../../database/database.ts'
import { askToErase } from '../../flows/erasing/ask-to-erase.ts'
import { grantFunds } from '../../flows/funds/grant-funds.ts'
import { checkErasures } from './check-erasures.ts'

const side = useAccountSide()
let owner: Owner
let count = 0

beforeEach(async () => {
  count += 1
  owner = await createOwner(side, `leaver-${count}@example.com`)
})

const pay = async (amount: number): Promise<string> => {
  const sessionId = await orderTopUp(owner, amount)
  await side.sandbox.stripe.pay(sessionId)
  await handleWaiting(side.parts)
  return sessionId
}
const give = (cents: number) =>
  asBusiness(side.parts.db, owner.businessId, (trx) =>
    grantFunds(trx, owner.businessId, { cents, note: 'credit', reference: 'one', now: side.parts.clock() }),
  )
/** Her owner asks for a refund, and the week is over. */
const erase = async (): Promise<void> => {
  const { businessId } = owner
  const by = { kind: 'owner' as const, name: 'leaver' }
  const now = side.parts.clock()
  await askToErase(side.parts.db, { businessId, askedBy: 'owner', wantsRefund: true, by, now })
  await sql`update erasures set began_at = ${now}, erased_at = ${now} where business_id = ${businessId}`.execute(
    side.parts.db,
  )
}
const check = () => checkErasures(side.parts.db, side.parts.clock())

test('credit that was given is not to be refunded, and is named no more', async () => {
  await give(500)
  await erase()
  expect(await check()).toMatchObject({ state: 'ok', words: 'no business is to be erased' })
})

test('what was paid by card is named until it is refunded, and credit beside it is not', async () => {
  const sessionId = await pay(20)
  await give(500)
  await erase()
  expect(await check()).toMatchObject({
    state: 'WRONG',
    words: expect.stringContaining(`$20.00 of ${owner.businessId}`),
  })
  await side.sandbox.stripe.refund(sessionId)
  await handleWaiting(side.parts)
  expect(await check()).toMatchObject({ state: 'ok', words: 'no business is to be erased' })
})

test('texts were paid from credit first', async () => {
  await pay(20)
  await give(500)
  await spend(side.parts.db, owner.businessId, 1_000)
  await erase()
  expect(await check()).toMatchObject({ words: expect.stringContaining(`$15.00 of ${owner.businessId}`) })
})
