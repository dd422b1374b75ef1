import { asBusinessWith, type TenantTrx } from '../../database/database.ts'
import type { AskDeps } from '../../organisations/ask-xero.ts'
import type { TextDeps } from '../../texts/priced-text.ts'
import type { DecideDeps } from '../deciding/decide-invoices.ts'
import type { Gate } from '../../platform/gate.ts'
import { withCommit } from '../../platform/postgres/connections/one-connection.ts'
import type { Aside } from '../../platform/postgres/work/lane.ts'
import { lockFunds } from './claim-queries.ts'
import { claimRetries } from './claim-retries.ts'
import { claimDue, findDue, MOST_AT_ONCE, type ClaimDeps, type ClaimedText } from './claim-review-requests.ts'
import { claimHolds, handOver, openRecords, type HandOverDeps, type Records } from './hand-over.ts'
import { findClaimingBusiness, type ClaimingBusiness } from './sending-business.ts'
import type { HoursDeps } from './pace/opening-rules.ts'
import type { FindReviewed } from '../reminding/refuse-waiting.ts'
import { recheckStaleRequests } from './recheck-requests.ts'

export type SendDeps = TextDeps &
  AskDeps &
  DecideDeps &
  HoursDeps &
  HandOverDeps & {
    databaseNow: () => Promise<Date>
    findReviewed: FindReviewed
    /** Whether this process may claim: not right after it stood still. */
    isRested: () => boolean
    /** Lets businesses ask Xero again before they send. */
    rechecks: Gate
  }

/** Sends everything of one business that is due, in batches, until nothing more can go now or this process stops. */
export const sendReviewRequests = async (
  deps: SendDeps,
  businessId: string,
  stopping: AbortSignal,
  aside: Aside,
): Promise<void> => {
  if (stopping.aborted) return
  const records = openRecords(deps, businessId)
  const sendAll = async (claim: ClaimBatch): Promise<void> => {
    while (!stopping.aborted && !records.hasFailed() && (await sendBatch(deps, businessId, claim, records)));
  }
  // Most often there is neither: this saves the statements of both.
  let older: Older | undefined
  const claimUnlessOlder: ClaimBatch = (claimDeps, id) =>
    claimFresh(claimDeps, id, (business) => {
      if (!business.hasStale && !business.hasRetries) return true
      older = business
      return false
    })
  try {
    await sendAll(claimUnlessOlder)
    if (!older) return
    // Where it is full, what is fresh is sent all the same; the rest is still due, so the next scan comes back to it.
    await deps.rechecks.tryRun(() => recheckStaleRequests(deps, businessId, stopping, aside))
    if (older.hasRetries) await sendAll(claimAgain)
    await sendAll(claimFresh)
  } finally {
    await aside(records.end)
  }
}

type Older = Pick<ClaimingBusiness, 'hasStale' | 'hasRetries'>

type Batch = { texts: ClaimedText[]; hasMore: boolean }
type ClaimBatch = (deps: ClaimDeps, businessId: string) => Promise<Batch>

const NOTHING: Batch = { texts: [], hasMore: false }

const claimFresh = (
  deps: ClaimDeps,
  businessId: string,
  mayClaim: (business: ClaimingBusiness) => boolean = () => true,
): Promise<Batch> => {
  const opening = (trx: TenantTrx) => findDue(trx, businessId, { now: deps.sqlNow(), most: MOST_AT_ONCE })
  return asBusinessWith(deps.db, businessId, { opening }, async (trx, { business, ...due }) => {
    if (!business?.mayClaim || !mayClaim(business)) return NOTHING
    const { texts, writes, hasMore } = await claimDue(trx, deps, business, due, business.now)
    withCommit(trx, ...writes)
    return { texts, hasMore }
  })
}

/** The funds first as well: an attempt that another transaction has by then is left to the next scan. */
const claimAgain: ClaimBatch = (deps, businessId) => {
  const opening = (trx: TenantTrx) =>
    Promise.all([lockFunds(trx, businessId), findClaimingBusiness(trx, businessId, deps.sqlNow())])
  return asBusinessWith(deps.db, businessId, { opening }, async (trx, [, business]) => {
    if (!business?.mayClaim) return NOTHING
    return claimRetries(trx, deps, business, { now: business.now, most: MOST_AT_ONCE })
  })
}

/** True when more may be due. */
const sendBatch = async (
  deps: SendDeps,
  businessId: string,
  claim: ClaimBatch,
  records: Records,
): Promise<boolean> => {
  if (!deps.isRested()) return false
  const mayBegin = claimHolds(deps.clock)
  const { texts, hasMore } = await claim(deps, businessId)
  await handOver(deps, texts, { mayBegin, records })
  return hasMore
}
