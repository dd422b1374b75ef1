import { CLAIM_HOLDS_MS, raiseFence, type FenceReason } from '../../database/fence.ts'
import { LONGEST_CALL_MS } from '../../integrations/twilio/twilio.ts'
import { isDatabaseAtFault } from '../../platform/postgres/connections/database-away.ts'
import type { Leases } from '../../platform/postgres/work/leases.ts'
import type { Log } from '../../platform/process/log.ts'
import {
  findFence,
  liftFence,
  recordSteps,
  recordTold,
  recordWait,
  widenFence,
  type Done,
  type Fence,
  type Found,
} from './fence-queries.ts'
import {
  forgottenSince,
  readAhead,
  RECOVER_STEPS,
  STAGES,
  sweepAll,
  type StepDeps,
  type StepName,
} from './recover-steps.ts'

export type FenceDeps = StepDeps & {
  leases: Leases
  log: Log
  recordFence: (reason: FenceReason) => void
  recordForgotten: (found: Found) => void
}

const NONE: Done = { steps: [], found: {}, wentBack: false }
/** That it is up was told, and is to be written. */
const toldIn = ({ stepsDone }: Fence): Done =>
  stepsDone.includes('told') ? NONE : { ...NONE, steps: ['told'] }

/** What a claim that was forgotten has begun has reached the vendor by then, and its answer has come. */
const CLAIMS_ENDED_MS = CLAIM_HOLDS_MS + LONGEST_CALL_MS

/**
 * Compares the database with what the vendors know, and lets texts and charges go on: after a restart it is one
 * question; where something was forgotten, it is taken over first. One worker does so, and another where it ends.
 * Throws VendorFailure when a vendor cannot be asked: the fence stays up, and it is tried again.
 */
export const holdFence = async (deps: FenceDeps): Promise<void> => {
  await deps.leases.alone('recovery', async ({ isHeld }) => {
    await raiseFence(deps.db)
    const fence = await findFence(deps.db)
    if (!fence) return
    tellOnce(deps, fence)
    try {
      await recover(deps, fence, isHeld)
    } catch (cause) {
      if (cause instanceof Error && !isDatabaseAtFault(cause)) await recordWait(deps.db, fence, cause.message)
      throw cause
    }
  })
}

/** Which raise each worker has told of. It is written with what is found: right after a failover a commit is slow. */
const toldBy = new WeakMap<Leases, number>()

const tellOnce = ({ leases, log, recordFence }: FenceDeps, fence: Fence): void => {
  const { reason, since, stepsDone, raisedAt } = fence
  if (stepsDone.includes('told') || toldBy.get(leases) === raisedAt.getTime()) return
  toldBy.set(leases, raisedAt.getTime())
  log[levelOf(reason)]({ reason, since }, 'the recovery fence is up: nothing is sent')
  recordFence(reason)
}

/** A restart in which nothing was forgotten is nothing to look into. */
const levelOf = (reason: FenceReason) => (reason === 'restarted' ? 'info' : 'warn')

const recover = async (deps: FenceDeps, fence: Fence, isHeld: () => boolean): Promise<void> => {
  if (fence.reason === 'restarted') {
    // Read anew: the answer to a call may have shown it meanwhile.
    const since = (await forgottenSince(deps, fence)) ?? ((await mayLack(deps.db)) ? fence.since : undefined)
    if (!since) return lift(deps, fence)
    const forgetful = {
      ...fence,
      reason: 'restored' as const,
      since: since < fence.since ? since : fence.since,
    }
    await widenFence(deps.db, fence, forgetful)
    return recoverAll(deps, forgetful, isHeld)
  }
  return (await mayBeClaimed(deps, fence)) ? recordTold(deps.db, fence) : recoverAll(deps, fence, isHeld)
}

const mayLack = async (db: FenceDeps['db']): Promise<boolean> => {
  const fence = await findFence(db)
  return fence !== undefined && (fence.wentBack || fence.hasForgottenTexts)
}

const recoverAll = async (deps: FenceDeps, fence: Fence, isHeld: () => boolean): Promise<void> => {
  const ending = new AbortController()
  const reading = readAhead(deps, fence, ending.signal)
  try {
    let unwritten = toldIn(fence)
    for (const stage of STAGES) {
      const steps = stage.filter((step) => !fence.stepsDone.includes(step))
      if (steps.length === 0) continue
      if (!isHeld()) return undefined
      // A step before it may have widened it. What was raised anew meanwhile begins anew, with its own wait.
      const now = { ...((await findFence(deps.db)) ?? fence), raisedAt: fence.raisedAt }
      const { done, failures } = await runStage(deps, now, {
        steps,
        reading,
        isLast: stage === STAGES.at(-1),
      })
      unwritten = both(unwritten, done)
      if (failures.length === 0) continue
      await recordSteps(deps.db, now, unwritten)
      throw failures[0]
    }
    if (!isHeld()) return undefined
    await lift(deps, fence, unwritten)
    return await sweepAll(deps)
  } finally {
    ending.abort()
  }
}

type Stage = { steps: StepName[]; reading: Promise<Date | undefined>; isLast: boolean }

/** Each step that found something is written at once. One that found nothing may as well be done again. */
const runStage = async (deps: FenceDeps, fence: Fence, { steps, reading, isLast }: Stage) => {
  const ran = await Promise.allSettled(
    steps.map(async (step): Promise<Done> => {
      const found = await RECOVER_STEPS[step](deps, fence, reading)
      const done = { steps: [step], found, wentBack: fence.wentBack }
      // What the last ones found is written by the lift.
      if (isLast || Object.values(found).every((count) => count === 0)) return done
      await recordSteps(deps.db, fence, done)
      return NONE
    }),
  )
  return {
    done: ran.map((one) => (one.status === 'fulfilled' ? one.value : NONE)).reduce(both, NONE),
    failures: ran.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : [])),
  }
}

const both = (one: Done, other: Done): Done => ({
  steps: [...one.steps, ...other.steps],
  found: { ...one.found, ...other.found },
  wentBack: one.wentBack || other.wentBack,
})

/**
 * As long both may confirm what they are told: Patroni asks as seldom whether its server is still the primary. What
 * begins in the last moment has two seconds to reach the vendor.
 */
const REPLACED_ENDED_MS = CLAIM_HOLDS_MS + 10_000 + 2_000

/**
 * Where commits wait for a standby, a promotion forgets no claim; what a backup forgets is older. A primary that came
 * back has forgotten whatever its successor had.
 */
const mayBeClaimed = async ({ databaseNow }: FenceDeps, fence: Fence): Promise<boolean> => {
  const isPromoted = fence.reason === 'restored' && !fence.isSynchronous
  const isReplaced = fence.reason === 'replaced'
  if (!isPromoted && !isReplaced) return false
  const waitMs = isReplaced ? REPLACED_ENDED_MS : CLAIMS_ENDED_MS
  return (await databaseNow()).getTime() - fence.raisedAt.getTime() < waitMs
}

const lift = async (deps: FenceDeps, fence: Fence, unwritten = toldIn(fence)): Promise<void> => {
  const found = await liftFence(deps.db, fence, unwritten)
  if (!found) return
  deps.log[levelOf(fence.reason)](
    { reason: fence.reason, since: fence.since, ...found },
    'the recovery fence is down: texts go on',
  )
  deps.recordForgotten(found)
}
