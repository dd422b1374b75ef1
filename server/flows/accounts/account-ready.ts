import type { Cookies } from '../../sessions/cookies.ts'
import { adoptClaims } from '../../claims/adopt-claims.ts'
import type { AccountReady } from '../../sessions/require-session.ts'
import type { Db } from '../../database/database.ts'

/** When an owner has signed in or chosen a business, then it owns the printed codes that this browser claimed. */
export const createAccountReady =
  ({ db, cookies, clock }: { db: Db; cookies: Cookies; clock: () => Date }): AccountReady =>
  async (request, reply, userId) => {
    const secret = cookies.claimer.read(request)
    if (!secret) return
    try {
      const isAdopted = await adoptClaims(db, { secret, userId, now: clock() })
      if (isAdopted) cookies.claimer.clear(reply)
    } catch (cause) {
      // A failure here does not prevent the sign-in: the next one tries again.
      request.log.error({ err: cause }, 'claimed codes were not handed to their owner')
    }
  }
