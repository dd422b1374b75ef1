import { asSystem, type Db } from '../../server/database/database.ts'
import { beginOperatorSession } from '../../server/operator/signing-in/operator-session.ts'
import type { Http } from '../../server/platform/http/http.ts'
import { OLIVE } from './operator.ts'
import { callAs, type Call } from './call-as.ts'

export type { Call } from './call-as.ts'

type At = { readonly app: Http; readonly db: Db; now: () => Date }

/** An operator who is signed in, and calls the API of the console. */
export const signOperatorIn = async (at: At): Promise<Call> => {
  const session = await asSystem(at.db, (trx) =>
    beginOperatorSession(trx, {
      admission: { name: OLIVE, admittedBy: 'email' },
      replaces: undefined,
      now: at.now(),
    }),
  )
  return callAs(at, `goodword-operator=${session}`)
}
