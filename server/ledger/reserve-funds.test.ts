import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useDatabase } from '../../test/support/database.ts'
import { asBusiness } from '../database/database.ts'
import { checkLedger } from './check-ledger.ts'
import { grantFunds } from '../flows/funds/grant-funds.ts'
import { reserveFunds } from './reserve-funds.ts'

const base = useDatabase()
const WORKERS = 50
const PAID_FOR = 30

const businessWith = async (cents: number): Promise<string> => {
  const { id } = await base.db
    .insertInto('businesses')
    .values({ name: 'Racing', currency: 'AUD', template: 'Hi', place_id: null, review_url: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await asBusiness(base.db, id, (trx) =>
    grantFunds(trx, id, { cents, note: 'test', reference: 'start', now: new Date() }),
  )
  return id
}

/** True when the text may go; false when the funds do not cover it. */
const reserve = (businessId: string, reference: string, cents: number): Promise<boolean> =>
  asBusiness(base.db, businessId, (trx) => reserveFunds(trx, businessId, [{ reference, cents }])).then(
    () => true,
    (cause: { code?: string }) => {
      if (cause.code !== '23514') throw cause
      return false
    },
  )

test('50 workers that reserve at once against a balance for 30 texts get exactly 30', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 0, max: 59 }),
      fc.uint8Array({ minLength: WORKERS, maxLength: WORKERS }),
      async (price, change, order) => {
        const left = change % price
        const businessId = await businessWith(PAID_FOR * price + left)
        const workers = Array.from({ length: WORKERS }, (_, index) => index).sort(
          (a, b) => order[a]! - order[b]!,
        )
        const got = await Promise.all(workers.map((worker) => reserve(businessId, `text-${worker}`, price)))
        expect(got.filter(Boolean)).toHaveLength(PAID_FOR)
        const balance = await base.db
          .selectFrom('balances')
          .select(['available_cents', 'reserved_cents'])
          .where('business_id', '=', businessId)
          .executeTakeFirstOrThrow()
        expect(balance).toEqual({ available_cents: left, reserved_cents: PAID_FOR * price })
      },
    ),
    { numRuns: 12 },
  )
})

test('texts of unlike price never take more than there is, whoever comes first', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 5, maxLength: 30 }),
      fc.integer({ min: 1, max: 400 }),
      async (prices, funds) => {
        const businessId = await businessWith(funds)
        const got = await Promise.all(
          prices.map((price, index) => reserve(businessId, `text-${index}`, price)),
        )
        const taken = prices.reduce((sum, price, index) => sum + (got[index] ? price : 0), 0)
        expect(taken).toBeLessThanOrEqual(funds)
        const refused = prices.filter((_, index) => !got[index])
        expect(refused.every((price) => price > funds - taken)).toBe(true)
        expect(await checkLedger(base.db, businessId)).toEqual(
          taken === 0 ? [] : [expect.objectContaining({ fault: expect.stringContaining('on their way') })],
        )
      },
    ),
    { numRuns: 15 },
  )
})
