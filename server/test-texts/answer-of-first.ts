import type { SmsTestResponse } from '../../contracts/test-texts.ts'
import { asBusiness, type Db } from '../database/database.ts'
import { centsToDecimal } from '../platform/money.ts'
import { lockFunds } from '../review-requests/sending/claim-queries.ts'
import type { TextDeps } from '../texts/priced-text.ts'
import type { WantedTest } from './begin-test.ts'
import { composeTest } from './compose-test.ts'
import { gatewayBusy, refusedForGood } from './test-refusals.ts'
import { findTestByKey, type KeyedTest } from './test-text-queries.ts'
import { untilAnswered } from './until-answered.ts'

/** What the call that came first with this key is answered, once that is known. Throws Refusal where it is refused. */
export const answerOfFirst = async (
  deps: TextDeps & { db: Db },
  wanted: WantedTest,
  begun: KeyedTest,
): Promise<SmsTestResponse> => {
  const { db } = deps
  const { businessId, key } = wanted
  const look = () => asBusiness(db, businessId, (trx) => findTestByKey(trx, businessId, key))
  const first = await untilAnswered(begun, ({ state }) => state !== 'sending', look)
  if (!first) throw gatewayBusy()
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
