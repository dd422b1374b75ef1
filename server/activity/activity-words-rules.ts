import type { ActivityOutcome } from '../../contracts/activity.ts'
import type { Explanation } from '../../contracts/shared/values.ts'
import { skipReasonWords, type SkipReason } from '../review-requests/deciding/review-request-rules.ts'
import {
  reasonMending,
  requestMending,
  type Mending,
} from '../review-requests/timeline/mending/mending-rules.ts'
import {
  requestWords,
  stillTrue,
  type Against,
  type State,
} from '../review-requests/timeline/words/request-words-rules.ts'

/** Whether the invoice ended without its customer having got a text. */
export const isOver = (outcome: ActivityOutcome): boolean => outcome === 'failed' || outcome === 'skipped'

/** What became of an invoice, in words. */
export const wordsOf = (
  outcome: ActivityOutcome,
  skipReason: string | null,
  state: State | null,
  stateReason: string | null,
  against: Against,
): Explanation => {
  if (skipReason !== null && Object.hasOwn(skipReasonWords, skipReason))
    return stillTrue(skipReason, skipReasonWords[skipReason as SkipReason], against)
  if (outcome === 'texted') return { what: state === 'delivered' ? 'Texted, and it arrived.' : 'Texted.' }
  return (state && requestWords(state, stateReason, against)) ?? { what: 'No text was sent.' }
}

/** What mends it, where something does. */
export const mendingOf = (
  skipReason: string | null,
  state: State | null,
  stateReason: string | null,
  against: Against,
): Mending | undefined => {
  if (skipReason !== null) return reasonMending(skipReason, against)
  return state ? requestMending(state, stateReason, against) : undefined
}
