import { setTimeout as pause } from 'node:timers/promises'
import type { SmsTestResponse } from '../../contracts/test-texts.ts'
import { asBusiness, type Db } from '../database/database.ts'
import { centsToDecimal } from '../platform/money.ts'
import { lockFunds } from '../review-requests/sending/claim-queries.ts'
import type { TextDeps } from '../texts/priced-text.ts'
import type { WantedTest } from './begin-test.ts'
import { composeTest } from './compose-test.ts'
import { refusedForGood } from './test-refusals.ts'
import { findTestByKey, type KeyedTest } from './test-text-queries.ts'

/** Longer than the gateway may take to answer the first call. */
const FIRST_ENDS_WITHIN_MS = 20_000
const LOOK_EVERY_MS = 100

/** What the call that came first with this key is answered, once that is known. Throws Refusal where it is refused. */
export const answerOfFirst = async (
  deps: TextDeps & { db: Db },
  wanted: WantedTest,
  begun: KeyedTest,
): Promise<SmsTestResponse> => {
  const { db } = deps
  const { businessId } = wanted
  const first = await onceSent(db, wanted, begun)
  if (first.state === 'rejected') throw refusedForGood(first.errorCode ?? undefined)
  return asBusiness(db, businessId, async (trx) => {
    const { phone, body, currency } = await composeTest(trx, deps, { ...wanted, linkToken: first.linkToken })
    return {
      status: first.state === 'accepted' ? 'sent' : 'unknown',
      phone,
      body,
      segments: first.segments,
      price: centsToDecimal(first.cents),
      currency,
      balance: centsToDecimal(await lockFunds(trx, businessId)),
    }
  })
}

const onceSent = async (db: Db, { businessId, key }: WantedTest, begun: KeyedTest): Promise<KeyedTest> => {
  const deadline = performance.now() + FIRST_ENDS_WITHIN_MS
  let first = begun
  while (first.state === 'sending' && performance.now() < deadline) {
    await pause(LOOK_EVERY_MS)
    first = (await asBusiness(db, businessId, (trx) => findTestByKey(trx, businessId, key)))!
  }
  return first
}
