import { randomInt } from 'node:crypto'
import type { SmsTestCodeResponse } from '../../contracts/shared/test-codes.ts'
import { asBusiness } from '../database/database.ts'
import { openDeadline } from '../platform/deadline.ts'
import { Refusal } from '../platform/errors.ts'
import { beginCode, readyForCode, type WantedCode } from './begin-code.ts'
import { TEST_HOLDS_MS, type TestTextDeps } from './send-test-text.ts'
import { askAgainSeconds, CODE_AGAIN_MS, codeText, newCode } from './test-code-rules.ts'
import { tooManyCodes } from './test-limit-rules.ts'
import { dropCode, findCodeByKey, recordCodeAnswer, type KeyedCode } from './test-number-queries.ts'
import { gatewayBusy, refusedBy, refusedForGood } from './test-refusals.ts'
import { canBeAnswered } from '../texts/sender-rules.ts'
import { untilAnswered } from './until-answered.ts'

export type TestCodeDeps = TestTextDeps & {
  /** Counts one more code to this phone, whichever business asks. Throws Refusal when there were too many. */
  countPhone: (phoneHash: Buffer) => Promise<void>
}

/**
 * Texts a code to a number, so that the owner can show that it is hers. It costs her nothing, and goes once for a key.
 * Where its outcome is unknown she asks for another. Throws Refusal for the number, the hours, the limits or the
 * gateway.
 */
export const sendTestCode = async (deps: TestCodeDeps, wanted: WantedCode): Promise<SmsTestCodeResponse> => {
  const { db, clock, twilio } = deps
  const { businessId } = wanted
  const mayBegin = openDeadline(TEST_HOLDS_MS, clock)
  const ready = await asBusiness(db, businessId, (trx) => readyForCode(trx, deps, wanted))
  if (ready.kind === 'repeated') return answerOfFirst(deps, wanted, ready)
  await deps.countPhone(ready.phoneHash).catch((cause: unknown) => {
    throw cause instanceof Refusal ? inTheirTime(cause, clock(), ready.timeZone) : cause
  })
  const code = newCode(randomInt)
  const begun = await asBusiness(db, businessId, (trx) => beginCode(trx, deps, wanted, code))
  if (begun.kind === 'repeated') return answerOfFirst(deps, wanted, begun)

  const { phone, sender: from, expiresAt, id } = begun
  const body = codeText(code, canBeAnswered(from, deps.isTwoWay))
  const outcome = await twilio.send({ to: phone, body, from, attemptId: id, mayBegin })
  await asBusiness(db, businessId, async (trx) => {
    if (outcome.kind === 'retry-later') return dropCode(trx, businessId, id)
    return recordCodeAnswer(trx, businessId, id, {
      now: clock(),
      messageSid: outcome.kind === 'accepted' ? outcome.messageSid : null,
      errorCode: outcome.kind === 'rejected' ? outcome.code : null,
    })
  })
  if (outcome.kind === 'rejected' || outcome.kind === 'retry-later') throw refusedBy(outcome)
  return {
    status: outcome.kind === 'accepted' ? 'sent' : 'unknown',
    phone,
    expiresAt: expiresAt.toISOString(),
    askAgainSeconds: CODE_AGAIN_MS / 1000,
  }
}

const inTheirTime = ({ details }: Refusal, now: Date, timeZone: string): Refusal => {
  const seconds = Number(details['retryAfterSeconds'])
  return tooManyCodes(new Date(now.getTime() + seconds * 1000), now, timeZone)
}

/** What the call that came first with this key is answered. Throws Refusal where it is refused. */
const answerOfFirst = async (
  { db, clock }: TestCodeDeps,
  { businessId, key }: WantedCode,
  { first, phone }: { first: KeyedCode; phone: string },
): Promise<SmsTestCodeResponse> => {
  const look = () => asBusiness(db, businessId, (trx) => findCodeByKey(trx, businessId, key))
  const answered = await untilAnswered(first, ({ isAnswered }) => isAnswered, look)
  if (!answered) throw gatewayBusy()
  const { errorCode, messageSid, expiresAt, createdAt } = answered
  if (errorCode !== null) throw refusedForGood(errorCode)
  return {
    status: messageSid === null ? 'unknown' : 'sent',
    phone,
    expiresAt: expiresAt.toISOString(),
    askAgainSeconds: askAgainSeconds(createdAt, clock()),
  }
}
