import type { StatusCallback } from '../integrations/twilio/twilio-types.ts'
import { createBatcher } from '../platform/batcher.ts'
import { isPassing } from '../platform/postgres/work/inbox.ts'
import { applyStatuses } from '../review-requests/sending/apply-statuses.ts'
import { keepForLater, type InboxDeps } from './twilio-inbox.ts'

const CALLBACKS_AT_ONCE = 200
/** The gateway waits seconds for an answer, and each write of a few costs nearly as much as one of many. */
const WRITES_APART_MS = 100

/**
 * Records the gateway's report on a text. It may come before the answer to the call that sent it, twice, or late:
 * a callback for an attempt that is still open settles it, and a state never goes back.
 * Where a group cannot be written, its halves are, down to one report: what is refused stops no other and is kept.
 */
export const createReceiveSmsStatus = (
  deps: InboxDeps & Parameters<typeof applyStatuses>[0] & { recordStatus: (status: string) => void },
): ((callback: StatusCallback) => Promise<void>) => {
  const receive = createBatcher(
    async (callbacks: StatusCallback[]) => {
      const failures = await applyAll(deps, callbacks)
      for (const [index, { status }] of callbacks.entries()) if (!failures[index]) deps.recordStatus(status)
      return failures
    },
    { most: CALLBACKS_AT_ONCE, atOnce: 1, apartMs: WRITES_APART_MS },
  )
  return async (callback) => {
    const failure = await receive(callback)
    if (failure) await keepForLater(deps, { kind: 'status', content: callback }, failure.cause)
  }
}

type Failure = { cause: unknown } | undefined

const applyAll = async (
  deps: Parameters<typeof applyStatuses>[0],
  callbacks: StatusCallback[],
): Promise<Failure[]> => {
  try {
    await applyStatuses(deps, callbacks)
    return callbacks.map(() => undefined)
  } catch (cause) {
    if (callbacks.length === 1 || isPassing(cause)) return callbacks.map(() => ({ cause }))
    const half = Math.ceil(callbacks.length / 2)
    return [
      ...(await applyAll(deps, callbacks.slice(0, half))),
      ...(await applyAll(deps, callbacks.slice(half))),
    ]
  }
}
