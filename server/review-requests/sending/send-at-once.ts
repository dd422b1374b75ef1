import { withCommit } from '../../platform/postgres/connections/one-connection.ts'
import type { Log } from '../../platform/process/log.ts'
import type { TextDeps } from '../../texts/priced-text.ts'
import type { DecidingTrx } from '../deciding/decision-queries.ts'
import { wakeSender } from '../life/release-requests.ts'
import { claimDue, findDue, MOST_AT_ONCE, type ClaimDeps, type ClaimedText } from './claim-review-requests.ts'
import { claimHolds, handOver, openRecords, type HandOverDeps } from './hand-over.ts'
import type { HoursDeps } from './pace/opening-rules.ts'

export type ClaimedNow = { texts: ClaimedText[]; mayBegin: () => boolean }

/** Sends what was just decided without a transaction, a wake and a run of their own. */
export type AtOnce = {
  /**
   * Claims what is due with the commit of the transaction that decided it; what it does not reach the sender is woken
   * for. The decider may not have locked a text that was there before: whoever has the funds could wait for it.
   */
  claim: (trx: DecidingTrx, businessId: string, stopping?: AbortSignal) => Promise<ClaimedNow>
  /** Once that transaction is committed. Nobody has to wait for it. */
  send: (businessId: string, claimed: ClaimedNow) => void
  /** Until all of it is sent and recorded: before the process ends. */
  sent: () => Promise<void>
}

type Deps = TextDeps &
  HoursDeps &
  Pick<ClaimDeps, 'sqlNow'> &
  HandOverDeps & { clock: () => Date; isRested: () => boolean; log: Log }

/** As many as the gateway takes at once. Where so many are on their way, what is due waits in the database, in turn. */
const MOST_UNDER_WAY = 64
/** One more than a sync decides at once, so that a full batch of its own is not taken for more that waits. */
const MOST_CLAIMED = MOST_AT_ONCE + 1

export const createAtOnce = (deps: Deps): AtOnce => {
  const sending = new Set<Promise<void>>()
  let underWay = 0
  const sendAll = async (businessId: string, { texts, mayBegin }: ClaimedNow): Promise<void> => {
    const records = openRecords(deps, businessId)
    try {
      await handOver(deps, texts, { mayBegin, records })
    } finally {
      underWay -= texts.length
    }
    await records.end()
  }
  return {
    claim: async (trx, businessId, stopping) => {
      const mayBegin = claimHolds(deps.clock)
      const none = { texts: [], mayBegin }
      if (stopping?.aborted || underWay >= MOST_UNDER_WAY || !deps.isRested()) {
        wakeSender(trx, businessId)
        return none
      }
      const { business, ...due } = await findDue(trx, businessId, { now: deps.sqlNow(), most: MOST_CLAIMED })
      // The sender looks up in Xero again what is older, which goes first; and gives turns to all that came together.
      if (!business?.mayClaim || business.hasStale || business.hasRetries || business.pace) {
        wakeSender(trx, businessId)
        return none
      }
      const { texts, writes, hasMore } = await claimDue(trx, deps, business, due, business.now)
      withCommit(trx, ...writes)
      if (hasMore) wakeSender(trx, businessId)
      return { texts, mayBegin }
    },
    send: (businessId, claimed) => {
      underWay += claimed.texts.length
      const sent = sendAll(businessId, claimed)
        // It is looked for at the gateway, as after a crash.
        .catch((err: unknown) =>
          deps.log.error({ err, businessId }, 'what the gateway said could not be recorded'),
        )
        .finally(() => sending.delete(sent))
      sending.add(sent)
    },
    sent: async () => {
      await Promise.all(sending)
    },
  }
}
