import type { SmsTestResponse } from '../../contracts/test-texts.ts'
import { asBusiness, type Db } from '../database/database.ts'
import type { SendOutcome, SmsToSend } from '../integrations/twilio/twilio-types.ts'
import { openDeadline } from '../platform/deadline.ts'
import { centsToDecimal } from '../platform/money.ts'
import { lockFunds } from '../review-requests/sending/claim-queries.ts'
import type { TextDeps } from '../texts/priced-text.ts'
import { answerOfFirst } from './answer-of-first.ts'
import { beginTest, type WantedTest } from './begin-test.ts'
import { refusedBy } from './test-refusals.ts'
import { freeKey, settleTestText } from './test-text-queries.ts'

export type TestTextDeps = TextDeps & {
  db: Db
  clock: () => Date
  hashPhone: (phone: string) => Buffer
  twilio: { send: (sms: SmsToSend) => Promise<SendOutcome> }
}

/** Later than this nothing is sent: whoever asked has given up, and a test is looked for after a minute. */
export const TEST_HOLDS_MS = 20_000

/**
 * Sends the owner's own phone what a customer would get, once for a key. It is paid for as any text is, its row is no
 * review request, and an unknown outcome is looked up later. Throws Refusal for what is wanted, the funds, the limit
 * or the gateway.
 */
export const sendTestText = async (deps: TestTextDeps, wanted: WantedTest): Promise<SmsTestResponse> => {
  const { db, clock, twilio } = deps
  const { businessId } = wanted
  const mayBegin = openDeadline(TEST_HOLDS_MS, clock)
  const begun = await asBusiness(db, businessId, (trx) => beginTest(trx, deps, wanted))
  if (begun.kind === 'repeated') return answerOfFirst(deps, wanted, begun.first)

  const { id, text } = begun
  const outcome = await twilio.send({
    to: text.phone,
    body: text.body,
    from: text.sender,
    attemptId: id,
    mayBegin,
  })
  const balance = await asBusiness(db, businessId, async (trx) => {
    await settleTestText(trx, businessId, id, fateOf(outcome), clock())
    if (outcome.kind === 'retry-later') await freeKey(trx, businessId, id)
    return lockFunds(trx, businessId)
  })
  if (outcome.kind === 'rejected' || outcome.kind === 'retry-later') throw refusedBy(outcome)
  const { cents, sender: _sender, ...shown } = text
  return {
    ...shown,
    status: outcome.kind === 'accepted' ? 'sent' : 'unknown',
    price: centsToDecimal(cents),
    balance: centsToDecimal(balance),
  }
}

const fateOf = (outcome: SendOutcome) => {
  if (outcome.kind === 'accepted') return { state: 'accepted' as const, messageSid: outcome.messageSid }
  return outcome.kind === 'outcome-unknown'
    ? { state: 'unknown' as const }
    : { state: 'rejected' as const, code: outcome.code }
}
