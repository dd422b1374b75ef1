import { sql } from 'kysely'
import { isDatabaseAtFault } from '../../platform/postgres/connections/database-away.ts'
import { withCommit } from '../../platform/postgres/connections/one-connection.ts'
import type { Log } from '../../platform/process/log.ts'
import type { TextDeps } from '../../texts/priced-text.ts'
import type { DecidingTrx } from '../deciding/decision-queries.ts'
import { wakeSender } from '../life/release-requests.ts'
import { claimDue, findDue, type ClaimDeps, type ClaimedText } from './claim-review-requests.ts'
import { claimHolds, handOver, openRecords, type HandOverDeps } from './hand-over.ts'
import type { HoursDeps } from './pace/opening-rules.ts'

type ClaimedNow = { texts: ClaimedText[]; mayBegin: () => boolean }

/** Claims what is due, of which the transaction has just decided so many. */
export type ClaimNow = (trx: DecidingTrx, decided: number) => Promise<void>

/** Sends what was just decided without a transaction, a wake and a run of their own. */
export type AtOnce = {
  /**
   * Gives `decide`, a transaction, what claims with its commit; the sender is woken for what that does not reach. What
   * was claimed is sent, and nobody has to wait. Where `decide` fails once it has begun to claim, and the database is
   * not lost, it is called once more, without a claim.
   */
  withClaim: <Out>(
    businessId: string,
    stopping: AbortSignal | undefined,
    decide: (claimNow: ClaimNow | undefined) => Promise<Out>,
  ) => Promise<Out>
  /** Until all of it is sent and recorded: before the process ends. */
  sent: () => Promise<void>
}

type Deps = TextDeps &
  HoursDeps &
  Pick<ClaimDeps, 'sqlNow'> &
  HandOverDeps & { clock: () => Date; isRested: () => boolean; log: Log }

/** As many as the gateway takes at once. Where so many are on their way, what is due waits in the database, in turn. */
const MOST_UNDER_WAY = 64
/** Whoever keeps the funds for longer may keep them, and not the decisions of their business. */
const LOCK_PATIENCE = sql`set local lock_timeout = 500`

export const createAtOnce = (deps: Deps): AtOnce => {
  const sending = new Set<Promise<void>>()
  let underWay = 0

  const claim = async (
    trx: DecidingTrx,
    businessId: string,
    most: number,
  ): Promise<ClaimedNow | undefined> => {
    const mayBegin = claimHolds(deps.clock)
    const [, { business, ...due }] = await Promise.all([
      LOCK_PATIENCE.execute(trx),
      findDue(trx, businessId, { now: deps.sqlNow(), most }),
    ])
    // The sender looks up in Xero again what is older, which goes first; and gives turns to all that came together.
    if (!business?.mayClaim || business.hasStale || business.hasRetries || business.pace) {
      wakeSender(trx, businessId)
      return undefined
    }
    const { texts, writes, hasMore } = await claimDue(trx, deps, business, due, business.now)
    withCommit(trx, ...writes)
    if (hasMore) wakeSender(trx, businessId)
    return { texts, mayBegin }
  }

  const send = async (businessId: string, { texts, mayBegin }: ClaimedNow): Promise<void> => {
    const records = openRecords(deps, businessId)
    await handOver(deps, texts, { mayBegin, records })
    await records.end()
  }

  const sendAside = (businessId: string, claimed: ClaimedNow, ended: () => void): void => {
    const sent = send(businessId, claimed)
      // It is looked for at the gateway, as after a crash.
      .catch((err: unknown) =>
        deps.log.error({ err, businessId }, 'what the gateway said could not be recorded'),
      )
      .finally(() => {
        ended()
        sending.delete(sent)
      })
    sending.add(sent)
  }

  return {
    withClaim: async (businessId, stopping, decide) => {
      let counted = 0
      const count = (texts: number) => {
        underWay += texts - counted
        counted = texts
      }
      let hasBegun = false
      let claimed: ClaimedNow | undefined
      const claimNow: ClaimNow = async (trx, decided) => {
        if (stopping?.aborted || underWay >= MOST_UNDER_WAY || !deps.isRested()) {
          wakeSender(trx, businessId)
          return
        }
        hasBegun = true
        count(decided)
        // One more, so that all of its own are not taken for more that waits.
        claimed = await claim(trx, businessId, decided + 1)
      }
      try {
        const out = await decide(claimNow)
        count(claimed?.texts.length ?? 0)
        if (claimed) sendAside(businessId, claimed, () => count(0))
        return out
      } catch (err) {
        count(0)
        if (!hasBegun || isDatabaseAtFault(err)) throw err
        deps.log.warn({ err, businessId }, 'what is due could not be claimed where it was decided')
        return decide(undefined)
      }
    },
    sent: async () => {
      await Promise.all(sending)
    },
  }
}
