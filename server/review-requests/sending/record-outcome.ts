import { sql } from 'kysely'
import { asBusiness, type Db, type TenantTrx } from '../../database/database.ts'
import { ALTOGETHER_CODES } from '../../integrations/twilio/twilio-codes-rules.ts'
import type { SendOutcome } from '../../integrations/twilio/twilio-types.ts'
import { createBatcher } from '../../platform/batcher.ts'
import { HOUR_MS, MINUTE_MS } from '../../platform/dates.ts'
import { optOutAtGateway } from '../../opt-outs/opt-out.ts'
import type { ClaimedText } from './claim-review-requests.ts'
import { doubtAttempt } from '../life/doubt-attempts.ts'
import { failAttempts } from '../life/fail-attempts.ts'
import { retryLater } from '../life/retry-attempts.ts'
import { recordAccepted, type Accepted, type SettledText } from './record-accepted.ts'
import { createKeepLateAnswer, type LateAnswerDeps } from './unknown/late-answers.ts'

const FIRST_LOOK_MS = 2_000
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 5 * MINUTE_MS
/** This text is in order; the operator has to correct the settings of the gateway first. */
const MISCONFIGURED_RETRY_MS = 15 * MINUTE_MS
/** After some ten hours of that a text fails that is refused alone; the others are tried less often, and wait on. */
const MOST_REFUSALS = 40
const STILL_MISCONFIGURED_RETRY_MS = HOUR_MS
/** The wait grows no more after these. Further tries that were not taken for now are not counted as refusals. */
const MOST_COUNTED = 10

/** Records the outcome of a text after the gateway answered, or did not. */
export const createRecordOutcome = (
  deps: LateAnswerDeps & { recordText: (outcome: SendOutcome['kind'], settled?: SettledText) => void },
) => {
  const accept = createRecordAccepted(deps.db)
  const keepLateAnswer = createKeepLateAnswer(deps)
  return async (businessId: string, text: ClaimedText, outcome: SendOutcome): Promise<void> => {
    if (outcome.kind === 'accepted') {
      const settled = await accept({ attemptId: text.attemptId, messageSid: outcome.messageSid })
      if (settled) deps.recordText('accepted', settled)
      // Where a callback came before the answer, it has been counted.
      else await keepLateAnswer({ text, messageSid: outcome.messageSid })
      return
    }
    deps.recordText(outcome.kind)
    const now = await deps.databaseNow()
    await asBusiness(deps.db, businessId, async (trx) => {
      if (outcome.kind === 'outcome-unknown') {
        const lookAt = new Date(now.getTime() + FIRST_LOOK_MS)
        await doubtAttempt(trx, businessId, { attemptId: text.attemptId, lookAt })
      } else if (outcome.kind === 'retry-later') await tryLater(trx, now, businessId, text, outcome)
      else if (outcome.reason === 'configuration') await tryLater(trx, now, businessId, text, outcome)
      else {
        await failAttempts(trx, businessId, [
          { attemptId: text.attemptId, code: outcome.code, move: 'reject' },
        ])
        const phoneHash = deps.hashPhone(text.phone)
        if (outcome.reason === 'opted-out')
          await optOutAtGateway(trx, businessId, { phoneHash, sender: text.sender })
      }
    })
  }
}

/** These texts have gone: no caller waits for the record, and a write of a few costs nearly as much as one of many. */
const WRITES_APART_MS = 150

/** Settles accepted texts of all businesses in few statements; undefined for one that was settled before. */
const createRecordAccepted = (db: Db): ((accepted: Accepted) => Promise<SettledText | undefined>) =>
  createBatcher(
    async (items: Accepted[]) => {
      const settled = new Map((await recordAccepted(db, items)).map((text) => [text.attemptId, text]))
      return items.map(({ attemptId }) => settled.get(attemptId))
    },
    { apartMs: WRITES_APART_MS },
  )

type Later = Extract<SendOutcome, { kind: 'retry-later' | 'rejected' }>

const tryLater = async (
  trx: TenantTrx,
  now: Date,
  businessId: string,
  { attemptId }: ClaimedText,
  outcome: Later,
): Promise<void> => {
  const { rows } = await sql<{ tries: number }>`
    select tries from send_attempts where business_id = ${businessId} and id = ${attemptId}`.execute(trx)
  const tries = rows[0]?.tries ?? 1
  const isRefused = outcome.kind === 'rejected'
  const isLong = tries >= MOST_REFUSALS
  if (isRefused && isLong && !ALTOGETHER_CODES.has(outcome.code)) {
    await failAttempts(trx, businessId, [{ attemptId, code: outcome.code, move: 'reject' }])
    return
  }
  const counted = isRefused ? tries : Math.min(tries, MOST_COUNTED)
  const backoff = Math.min(FIRST_RETRY_MS * 2 ** (Math.min(tries, MOST_COUNTED) - 1), LONGEST_RETRY_MS)
  const pause = isLong ? STILL_MISCONFIGURED_RETRY_MS : MISCONFIGURED_RETRY_MS
  const asked = isRefused ? pause : (outcome.afterSeconds ?? 0) * 1000
  const at = new Date(now.getTime() + Math.max(backoff, asked))
  await retryLater(trx, businessId, { attemptId, code: outcome.code, at, tries: counted })
}
