import type { StatusCallback } from '../integrations/twilio/twilio-types.ts'
import { createBatcher } from '../platform/batcher.ts'
import { applyStatuses } from '../review-requests/sending/apply-statuses.ts'

const CALLBACKS_AT_ONCE = 200

/**
 * Records the gateway's report on a text. It may come before the answer to the call that sent it, twice, or late:
 * a callback for an attempt that is still open settles it, and a state never goes back.
 */
export const createReceiveSmsStatus = (
  deps: Parameters<typeof applyStatuses>[0] & { recordStatus: (status: string) => void },
): ((callback: StatusCallback) => Promise<void>) =>
  createBatcher(
    async (callbacks: StatusCallback[]) => {
      await applyStatuses(deps, callbacks)
      for (const { status } of callbacks) deps.recordStatus(status)
      return callbacks.map(() => undefined)
    },
    { most: CALLBACKS_AT_ONCE, atOnce: 1 },
  )
