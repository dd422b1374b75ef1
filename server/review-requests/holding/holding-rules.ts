import type { ReviewRequestState } from '../../database/tables/review-requests.ts'
import { Refusal } from '../../platform/errors.ts'
import { skipReasonWords } from '../deciding/review-request-rules.ts'

/** The one cancel that its owner can take back. */
export const CANCELLED_BY_OWNER = 'cancelled_by_owner'
export const HELD_TOO_LONG = 'held_too_long'

/** It goes by itself when it is due. */
export const isPending = (state: ReviewRequestState): boolean =>
  state === 'scheduled' || state === 'waiting_for_funds'

/** The answer to a wish that comes too late: the text was handed over, or is over. */
export const tooLate = (state: ReviewRequestState, wish: string): Refusal =>
  state === 'sending' || state === 'unknown'
    ? new Refusal('on-its-way', 409, `This text is on its way already. It cannot be ${wish} any more.`)
    : new Refusal('not-waiting', 409, `${OVER[state] ?? 'This text waits for nothing.'} Nothing was changed.`)

const OVER: Partial<Record<ReviewRequestState, string>> = {
  sent: 'This text was sent already.',
  delivered: 'This text was sent already.',
  failed: 'This text was tried already, and did not arrive.',
  cancelled: 'This text was cancelled already.',
  expired: 'This text waited too long, and is over.',
}

export type Wanted = {
  isErased: boolean
  isDisconnected: boolean
  isPaid: boolean
  /** As a claim would refuse it. */
  refusal: string | undefined
  /** Another text to its customer was sent or planned meanwhile. */
  isCooling: boolean
}

/** Why a text would not go if its owner let it; undefined where nothing stands against it. */
export const notWanted = ({
  isErased,
  isDisconnected,
  isPaid,
  refusal,
  isCooling,
}: Wanted): Refusal | undefined => {
  const why =
    (isErased && 'The customer’s details were erased.') ||
    (isDisconnected && 'Xero is disconnected. Connect it first.') ||
    (!isPaid && 'Its invoice is not paid any more.') ||
    (refusal !== undefined && refusalWords(refusal)) ||
    (isCooling && 'Another text to this customer was sent or planned meanwhile.')
  return why ? new Refusal('not-wanted', 409, `This text cannot go. ${why}`) : undefined
}

const refusalWords = (reason: string): string => {
  if (reason === 'automation_off') return 'Review requests are switched off. Switch them on in SMS Setup.'
  return Object.hasOwn(skipReasonWords, reason)
    ? skipReasonWords[reason as keyof typeof skipReasonWords].what
    : 'It waited too long to still make sense.'
}
