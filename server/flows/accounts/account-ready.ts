import type { Cookies } from '../../sessions/cookies.ts'
import { adoptClaims } from '../../claims/adopt-claims.ts'
import type { AccountReady } from '../../sessions/require-session.ts'
import type { Db } from '../../database/database.ts'

/** When somebody has signed in or chosen a business: the printed codes that their browser claimed become theirs. */
export const createAccountReady =
  ({ db, cookies, clock }: { db: Db; cookies: Cookies; clock: () => Date }): AccountReady =>
  async (request, reply, userId) => {
    const secret = cookies.claimer.read(request)
    if (!secret) return
    try {
      const isAdopted = await adoptClaims(db, { secret, userId, now: clock() })
      if (isAdopted) cookies.claimer.clear(reply)
    } catch (cause) {
      // Nobody is kept out of the account for this: the next sign-in tries again.
      request.log.error({ err: cause }, 'claimed codes were not handed to their owner')
    }
  }
