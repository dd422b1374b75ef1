import type { RawBuilder } from 'kysely'
import type { TenantTrx } from '../../database/database.ts'
import { isDatabaseAtFault } from '../../platform/postgres/connections/database-away.ts'
import type { Log } from '../../platform/process/log.ts'
import type { TextDeps } from '../../texts/priced-text.ts'
import type { DecidingTrx } from '../deciding/as-decider.ts'
import { claimAtOnce, type JustDecided, type Ready } from './claim-at-once.ts'
import type { ClaimDeps, ClaimedText } from './claim-review-requests.ts'
import { tryLockFunds } from './claim-queries.ts'
import { claimFacts, type ClaimFacts } from './sending-business.ts'
import { claimHolds, handOver, openRecords, type HandOverDeps } from './hand-over.ts'
import type { HoursDeps } from './pace/opening-rules.ts'

type ClaimedNow = { texts: ClaimedText[]; mayBegin: () => boolean }

/** Claims what one transaction decides; both are asked in its beginning, and the funds first. */
export type ClaimNow = {
  /** Unless another transaction moves them. */
  lockFunds: (trx: TenantTrx) => Promise<void>
  /** For at most so many texts. */
  facts: (texts: number) => RawBuilder<ClaimFacts>
  /** All of these are claimed with its commit, or none, and false is returned. */
  claim: (trx: DecidingTrx, business: Ready['business'], decided: JustDecided) => boolean
}

/** Sends what was just decided without a transaction, a wake and a run of their own. */
export type AtOnce = {
  /**
   * Gives `decide`, a transaction, what claims with it, where that is possible now. What was claimed is sent, and
   * nobody has to wait. Where `decide` fails once it has claimed, and the database is not lost, it is called once
   * more, without a claim.
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

/**
 * Twice as many as the gateway takes at once: where each takes it two seconds, the last still begin while their claim
 * holds. Where so many are on their way, what is due waits in the database, in turn.
 */
const MOST_UNDER_WAY = 128

export const createAtOnce = (deps: Deps): AtOnce => {
  const sending = new Set<Promise<void>>()
  let underWay = 0

  const send = async (businessId: string, { texts, mayBegin }: ClaimedNow): Promise<void> => {
    const records = openRecords(deps, businessId)
    await handOver(deps, texts, { mayBegin, records }).finally(() => (underWay -= texts.length))
    await records.end()
  }

  const sendAside = (businessId: string, claimed: ClaimedNow): void => {
    const sent = send(businessId, claimed)
      // It is looked for at the gateway, as after a crash.
      .catch((err: unknown) =>
        deps.log.error({ err, businessId }, 'what the gateway said could not be recorded'),
      )
      .finally(() => sending.delete(sent))
    sending.add(sent)
  }

  return {
    withClaim: async (businessId, stopping, decide) => {
      const mayClaim = () => !stopping?.aborted && underWay < MOST_UNDER_WAY
      if (!mayClaim() || !deps.isRested()) return decide(undefined)
      const mayBegin = claimHolds(deps.clock)
      let funds: number | undefined
      let texts: ClaimedText[] = []
      const claimNow: ClaimNow = {
        lockFunds: async (trx) => {
          funds = await tryLockFunds(trx, businessId)
        },
        facts: (most) => claimFacts(businessId, { now: deps.sqlNow(), texts: most }),
        claim: (trx, business, decided) => {
          if (funds === undefined || !mayClaim()) return false
          texts = claimAtOnce(trx, deps, { businessId, business, funds }, decided) ?? []
          underWay += texts.length
          return texts.length > 0
        },
      }
      try {
        const out = await decide(claimNow)
        if (texts.length > 0) sendAside(businessId, { texts, mayBegin })
        return out
      } catch (err) {
        underWay -= texts.length
        if (texts.length === 0 || isDatabaseAtFault(err)) throw err
        deps.log.warn({ err, businessId }, 'what is due could not be claimed where it was decided')
        return decide(undefined)
      }
    },
    sent: async () => {
      await Promise.all(sending)
    },
  }
}
