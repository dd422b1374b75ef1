import type { SendOutcome } from '../integrations/twilio/twilio-types.ts'
import type { OptOut } from '../opt-outs/opt-out.ts'
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

/** START undoes a STOP alone; an opt-out by the link has its undo on that page, for half an hour. */
export const saidStop = (optOuts: OptOut[]): Refusal => {
  const isByLink = optOuts.some(({ source }) => source === 'link')
  const isByText = optOuts.some(({ source }) => source !== 'link')
  return new Refusal('opted-out', 409, isByLink ? (isByText ? BY_BOTH : BY_LINK) : BY_TEXT)
}

const BY_TEXT = 'This phone replied STOP to a text, so it gets none. Reply START to it to undo that.'
const BY_LINK =
  'This phone opted out by the link in a text, so it gets none. That stays: please test with another phone.'
const BY_BOTH =
  'This phone replied STOP to a text, and opted out by the link in one, so it gets none. ' +
  'START undoes the first alone: please test with another phone.'
