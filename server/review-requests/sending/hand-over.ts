import { CLAIM_HOLDS_MS } from '../../database/fence.ts'
import type { SendOutcome, SmsToSend } from '../../integrations/twilio/twilio-types.ts'
import { openDeadline } from '../../platform/deadline.ts'
import type { ClaimedText } from './claim-review-requests.ts'

export type HandOverDeps = {
  gateway: { send: (sms: SmsToSend) => Promise<SendOutcome> }
  recordOutcome: (businessId: string, text: ClaimedText, outcome: SendOutcome) => Promise<void>
}

export type Records = ReturnType<typeof openRecords>

/** Outcomes are recorded in large groups: the next texts are claimed meanwhile, and the end waits for all of them. */
export const openRecords = ({ recordOutcome }: HandOverDeps, businessId: string) => {
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

/**
 * To be asked for before a claim is begun: says whether what it claims may still be handed to the gateway. Once it says
 * no, another process may look for the attempt already.
 */
export const claimHolds = (clock: () => Date): (() => boolean) => openDeadline(CLAIM_HOLDS_MS, clock)

/** Hands claimed texts to the gateway, each once and while it `mayBegin`. */
export const handOver = async (
  { gateway }: HandOverDeps,
  texts: ClaimedText[],
  { mayBegin, records }: { mayBegin: () => boolean; records: Records },
): Promise<void> => {
  await Promise.all(
    texts.map((text) => {
      const { phone: to, body, sender: from, attemptId } = text
      return gateway
        .send({ to, body, from, attemptId, mayBegin, validMs: validMs(text) })
        .then((outcome) => records.write(text, outcome), records.fail)
    }),
  )
}

/** It is handed over while its claim holds: so much of its customer's hours may be over by then, by whatever clock. */
const validMs = ({ openMs }: ClaimedText): number | undefined =>
  openMs === undefined ? undefined : openMs - CLAIM_HOLDS_MS
