import { isStatus } from '../lib/problems.ts'
import { endSession, keepSession } from '../lib/session/session.ts'

/** After a refusal she is still signed in, unless the session is over: an earlier try was done, its answer lost. */
export const stayUnlessEnded = (error: unknown): void => {
  keepSession()
  if (isStatus(error, 401)) endSession('/login', 'expired')
}
