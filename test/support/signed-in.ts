import { beginSession } from '../../server/sessions/session.ts'
import { asSystem, type Db } from '../../server/database/database.ts'
import type { Http } from '../../server/platform/http/http.ts'

export type Answer = {
  status: number
  body: Record<string, unknown>
  text: string
  headers: Record<string, unknown>
}
export type Call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  json?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>

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
  const call: Call = async (method, path, json, headers = {}) => {
    const answer = await at.app.inject({
      method,
      url: path,
      headers: { cookie: `goodword-session=${session}`, 'sec-fetch-site': 'same-origin', ...headers },
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
  return { userId, session, call }
}
