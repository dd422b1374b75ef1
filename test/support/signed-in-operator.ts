import { asSystem, type Db } from '../../server/database/database.ts'
import { beginOperatorSession } from '../../server/operator/signing-in/operator-session.ts'
import type { Http } from '../../server/platform/http/http.ts'
import { OLIVE } from './operator.ts'
import type { Answer } from './signed-in.ts'

type At = { readonly app: Http; readonly db: Db; now: () => Date }

export type OperatorCall = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  json?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>

/** An operator who is signed in, and calls the API of the console. */
export const signOperatorIn = async (at: At): Promise<OperatorCall> => {
  const session = await asSystem(at.db, (trx) =>
    beginOperatorSession(trx, {
      admission: { name: OLIVE, admittedBy: 'email' },
      replaces: undefined,
      now: at.now(),
    }),
  )
  return async (method, path, json, headers = {}) => {
    const answer = await at.app.inject({
      method,
      url: path,
      headers: { cookie: `goodword-operator=${session}`, 'sec-fetch-site': 'same-origin', ...headers },
      ...(json === undefined ? {} : { payload: json as object }),
    })
    const isJson = /\bjson\b/.test(String(answer.headers['content-type']))
    return {
      status: answer.statusCode,
      body: isJson ? answer.json<Record<string, unknown>>() : {},
      text: answer.body,
      headers: answer.headers,
    }
  }
}
