import type { FastifyRequest } from 'fastify'
import type { Db } from '../database/database.ts'
import type { Http } from '../platform/http/http.ts'
import { addressOf, noticesPage, type Kind } from './notices-page.ts'

const COLUMNS = { notices: 'is_off', letter: 'letter_is_off' } as const

/** The link in each mail by which mails of its kind end, without a session. */
export const registerEndMails = (app: Http, { db }: { db: Db }): void => {
  for (const kind of ['notices', 'letter'] as const) registerKind(app, db, kind)
}

const registerKind = (app: Http, db: Db, kind: Kind): void => {
  const path = addressOf(kind, ':token').replace('%3A', ':')
  const column = COLUMNS[kind]

  app.get(path, async (request, reply) => {
    const found = await db
      .selectFrom('owner_notices')
      .select(`${column} as isOff`)
      .where('off_token', '=', tokenOf(request))
      .executeTakeFirst()
    const state = !found ? 'unknown' : found.isOff ? 'off' : 'ask'
    return reply
      .asPage('form')
      .code(found ? 200 : 404)
      .header('cache-control', 'no-store')
      .type('text/html')
      .send(noticesPage(state, kind, tokenOf(request)))
  })

  void app.register(async (scope) => {
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string' },
      (_request, _body, done) => done(null, {}),
    )
    // Also what a mail program posts by itself for one-click unsubscribing.
    scope.post(path, async (request, reply) => {
      const off = await db
        .updateTable('owner_notices')
        .set({ [column]: true })
        .where('off_token', '=', tokenOf(request))
        .returning('business_id')
        .executeTakeFirst()
      return reply
        .asPage('form')
        .code(off ? 200 : 404)
        .header('cache-control', 'no-store')
        .type('text/html')
        .send(noticesPage(off ? 'off' : 'unknown', kind, tokenOf(request)))
    })
  })
}

const tokenOf = (request: FastifyRequest): string => (request.params as { token: string }).token
