import { beginSession } from '../../server/sessions/session.ts'
import { asSystem, type Db } from '../../server/database/database.ts'
import { callAs, type Call } from './call-as.ts'
import type { Http } from '../../server/platform/http/http.ts'

export type { Answer, Call } from './call-as.ts'

type At = { readonly app: Http; readonly db: Db; now: () => Date }

/** An owner who is signed in, with this business (or none yet), and calls the API. */
export const signInTo = async (
  at: At,
  businessId: string | null,
): Promise<{ userId: string; session: string; call: Call }> => {
  const subject = crypto.randomUUID()
  const { id: userId } = await at.db
    .insertInto('users')
    .values({
      issuer: 'https://issuer.test',
      subject,
      name: 'Jane Owner',
      email: `${subject}@owner.test`,
      business_id: businessId,
      onboarded_at: at.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const session = await asSystem(at.db, (trx) =>
    beginSession(trx, { userId, replaces: undefined, now: at.now() }),
  )
  const call = callAs(at, `goodword-session=${session}`)
  return { userId, session, call }
}
