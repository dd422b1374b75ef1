import { withCommit } from '../../platform/postgres/connections/one-connection.ts'
import type { TextDeps } from '../../texts/priced-text.ts'
import type { DecidingTrx } from '../deciding/decision-queries.ts'
import { wakeSender } from '../life/release-requests.ts'
import { claimDue, findDue, type ClaimedText } from './claim-review-requests.ts'
import { claimHolds, handOver, openRecords, type HandOverDeps } from './hand-over.ts'
import type { HoursDeps } from './pace/opening-rules.ts'
import { MOST_AT_ONCE, type ClaimDeps } from './send-review-requests.ts'

export type ClaimedNow = { texts: ClaimedText[]; mayBegin: () => boolean }

/** Sends what was just decided without a transaction, a wake and a run of their own. */
export type AtOnce = {
  /**
   * Claims what is due with the commit of the transaction that decided it; what it does not reach the sender is woken
   * for. The decider may not have locked a text that was there before: whoever has the funds could wait for it.
   */
  claim: (trx: DecidingTrx, businessId: string) => Promise<ClaimedNow>
  /** Once that transaction is committed. Throws what could not be recorded. */
  send: (businessId: string, claimed: ClaimedNow) => Promise<void>
}

type Deps = TextDeps &
  HoursDeps &
  Pick<ClaimDeps, 'sqlNow'> &
  HandOverDeps & { clock: () => Date; isRested: () => boolean }

export const createAtOnce = (deps: Deps): AtOnce => ({
  claim: async (trx, businessId) => {
    const mayBegin = claimHolds(deps.clock)
    const isRested = deps.isRested()
    const { business, ...due } = await findDue(trx, businessId, { now: deps.sqlNow(), most: MOST_AT_ONCE })
    // The sender looks up in Xero again what is older, which goes first; and gives turns to all that came together.
    if (!isRested || !business?.mayClaim || business.hasStale || business.hasRetries || business.pace) {
      wakeSender(trx, businessId)
      return { texts: [], mayBegin }
    }
    const { texts, writes, hasMore } = await claimDue(trx, deps, business, due, business.now)
    withCommit(trx, ...writes)
    if (hasMore) wakeSender(trx, businessId)
    return { texts, mayBegin }
  },
  send: async (businessId, { texts, mayBegin }) => {
    const records = openRecords(deps, businessId)
    await handOver(deps, texts, { mayBegin, records })
    await records.end()
  },
})
