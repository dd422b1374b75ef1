import { asBusiness, type TenantTrx } from '../../database/database.ts'
import { CLAIM_HOLDS_MS } from '../../database/fence.ts'
import type { SendOutcome, SmsToSend } from '../../integrations/twilio/twilio-types.ts'
import type { AskDeps } from '../../organisations/ask-xero.ts'
import type { TextDeps } from '../../texts/priced-text.ts'
import type { Gate } from '../../platform/gate.ts'
import { openDeadline } from '../../platform/deadline.ts'
import type { Aside } from '../../platform/postgres/work/lane.ts'
import { claimRetries } from './claim-retries.ts'
import { claimReviewRequests, type ClaimedText } from './claim-review-requests.ts'
import { findClaimingBusiness, type ClaimingBusiness } from './sending-business.ts'
import type { HoursDeps } from './pace/opening-rules.ts'
import type { FindReviewed } from '../reminding/refuse-waiting.ts'
import { recheckStaleRequests } from './recheck-requests.ts'

export type SendDeps = TextDeps &
  AskDeps &
  HoursDeps & {
    databaseNow: () => Promise<Date>
    findReviewed: FindReviewed
    /** Whether this process may claim: not right after it stood still. */
    isRested: () => boolean
    gateway: { send: (sms: SmsToSend) => Promise<SendOutcome> }
    /** Lets businesses ask Xero again before they send. */
    rechecks: Gate
    recordOutcome: (businessId: string, text: ClaimedText, outcome: SendOutcome) => Promise<void>
  }

const MOST_AT_ONCE = 40

/** Sends everything of one business that is due, in batches, until nothing more can go now or this process stops. */
export const sendReviewRequests = async (
  deps: SendDeps,
  businessId: string,
  stopping: AbortSignal,
  aside: Aside,
): Promise<void> => {
  if (stopping.aborted) return
  const records = openRecords(deps, businessId)
  const sendAll = async (claim: Claim): Promise<void> => {
    while (!stopping.aborted && !records.hasFailed() && (await sendBatch(deps, businessId, claim, records)));
  }
  // Most often there is neither: this saves the statements of both.
  let older: Older | undefined
  const claimUnlessOlder: Claim = async (trx, claimDeps, business, options) => {
    if (!business.hasStale && !business.hasRetries)
      return claimReviewRequests(trx, claimDeps, business, options)
    older = business
    return { texts: [], hasMore: false }
  }
  try {
    await sendAll(claimUnlessOlder)
    if (!older) return
    // Where it is full, what is fresh is sent all the same; the rest is still due, so the next scan comes back to it.
    await deps.rechecks.tryRun(() => recheckStaleRequests(deps, businessId, stopping, aside))
    if (older.hasRetries) await sendAll(claimRetries)
    await sendAll(claimReviewRequests)
  } finally {
    await aside(records.end)
  }
}

type Older = Pick<ClaimingBusiness, 'hasStale' | 'hasRetries'>

type Claim = (
  trx: TenantTrx,
  deps: TextDeps & HoursDeps,
  business: ClaimingBusiness,
  options: { now: Date; most: number },
) => Promise<{ texts: ClaimedText[]; hasMore: boolean }>

type Records = ReturnType<typeof openRecords>

/** Outcomes are recorded in large groups: the next texts are claimed meanwhile, and the end waits for all of them. */
const openRecords = ({ recordOutcome }: SendDeps, businessId: string) => {
  const written: Promise<void>[] = []
  const failures: unknown[] = []
  return {
    write: (text: ClaimedText, outcome: SendOutcome): void => {
      written.push(recordOutcome(businessId, text, outcome).catch((cause) => void failures.push(cause)))
    },
    fail: (cause: unknown): void => void failures.push(cause),
    hasFailed: () => failures.length > 0,
    /** Throws what failed first. */
    end: async (): Promise<void> => {
      await Promise.all(written)
      if (failures.length > 0) throw failures[0]
    },
  }
}

/** True when more may be due. */
const sendBatch = async (
  deps: SendDeps,
  businessId: string,
  claim: Claim,
  records: Records,
): Promise<boolean> => {
  if (!deps.isRested()) return false
  // An older claim is not sent by its process: another may look for the attempt already.
  const mayBegin = openDeadline(CLAIM_HOLDS_MS, deps.clock)
  const { texts, hasMore } = await asBusiness(deps.db, businessId, async (trx) => {
    const business = await findClaimingBusiness(trx, businessId, deps.sqlNow())
    if (!business?.mayClaim) return { texts: [], hasMore: false }
    return claim(trx, deps, business, { now: business.now, most: MOST_AT_ONCE })
  })
  await Promise.all(
    texts.map(async (text) => {
      const { phone: to, body, attemptId, sender: from } = text
      await deps.gateway
        .send({ to, body, from, attemptId, mayBegin })
        .then((outcome) => records.write(text, outcome), records.fail)
    }),
  )
  return hasMore
}
