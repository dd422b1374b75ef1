import type { ReviewRequestState } from '../database/tables/review-requests.ts'

/** Whether a text in that state has gone, or never will: what is under way needs its customer and its words. */
const IS_SETTLED: Record<ReviewRequestState, boolean> = {
  scheduled: false,
  waiting_for_funds: false,
  held: false,
  sending: false,
  unknown: false,
  sent: true,
  delivered: true,
  failed: true,
  cancelled: true,
  expired: true,
}

export const SETTLED = Object.entries(IS_SETTLED).flatMap(([state, isSettled]) => (isSettled ? [state] : []))
