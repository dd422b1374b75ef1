import type { RequestChoice } from '../../../../contracts/review-requests.ts'
import { DAY_MS } from '../../../platform/dates.ts'
import { CANCELLED_BY_OWNER } from '../../holding/holding-rules.ts'
import { PENDING_DAYS } from '../../sending/claim-rules.ts'
import { barsOf, isWaiting, type Against, type State } from './request-words-rules.ts'

export type Choosable = {
  state: State
  stateReason: string | null
  dueAt: Date
  meantAt: Date
  /** The gateway put it off, and is asked again. */
  isPostponed: boolean
  /** The first text that it reminds of. */
  reminderOf?: string | null
}

/** Its owner is asked first, and can still say no. */
export const isAskedAbout = (
  { isAskedFirst, state, dueAt }: { isAskedFirst: boolean; state: State | null; dueAt: Date | null },
  now: Date,
): boolean => isAskedFirst && state === 'scheduled' && dueAt !== null && dueAt > now

/** What its owner can do with a text now. What else stands against an act is said when she asks for it. */
export const choicesOf = (
  { state, stateReason, dueAt, meantAt, isPostponed, reminderOf }: Choosable,
  against: Against,
  now: Date,
): RequestChoice[] => {
  if (state === 'cancelled')
    return stateReason === CANCELLED_BY_OWNER && now.getTime() - meantAt.getTime() < PENDING_DAYS * DAY_MS
      ? ['undo-cancel']
      : []
  if (state === 'sending') return isPostponed ? ['cancel'] : []
  if (barsOf(state, against)) return ['cancel']
  // When a reminder goes is not hers to choose: not before the day, and not long after.
  if (reminderOf) return isWaiting(state) ? ['cancel'] : []
  const early: RequestChoice[] = dueAt > now ? ['send-now'] : []
  if (state === 'held') return ['resume', ...early, 'cancel']
  if (state === 'scheduled') return [...early, 'hold', 'cancel']
  return state === 'waiting_for_funds' ? ['hold', 'cancel'] : []
}
