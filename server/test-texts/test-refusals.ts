import type { SendOutcome } from '../integrations/twilio/twilio-types.ts'
import { Refusal } from '../platform/errors.ts'
import { failureWords } from '../texts/failure-rules.ts'

export const refusedBy = (outcome: Extract<SendOutcome, { kind: 'rejected' | 'retry-later' }>): Refusal => {
  if (outcome.kind === 'rejected') return refusedForGood(outcome.code)
  return gatewayBusy(outcome.afterSeconds)
}

export const gatewayBusy = (afterSeconds = 10): Refusal =>
  new Refusal('gateway-busy', 503, 'The network is busy. Nothing was charged: please try again.', {
    retryAfterSeconds: afterSeconds,
  })

export const refusedForGood = (code: string | undefined): Refusal =>
  new Refusal('text-refused', 409, `${failureWords(code).what} Nothing was charged.`)

export const noFunds = (): Refusal =>
  new Refusal('no-funds', 409, 'There are not enough funds for this text. Please top up first.')

export const saidStop = (): Refusal =>
  new Refusal(
    'opted-out',
    409,
    'This phone replied STOP to a text, so it gets none. Text START back to undo that.',
  )
