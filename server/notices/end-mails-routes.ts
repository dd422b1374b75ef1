import type { FastifyRequest } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../database/database.ts'
import type { Http } from '../platform/http/http.ts'
import { addressOf, noticesPage, type Kind } from './notices-page.ts'

const IS_OFF: Record<Kind, RawBuilder<boolean>> = {
  notices: sql<boolean>`is_off`,
  letter: sql<boolean>`letter_is_off`,
  reviews: sql<boolean>`reviews_mail <> 'at_once'`,
}
const OFF = {
  notices: { is_off: true },
  letter: { letter_is_off: true },
  reviews: { reviews_mail: 'never' },
} as const

/** The link in each mail by which mails of its kind end, without a session. */
export const registerEndMails = (app: Http, { db }: { db: Db }): void => {
  for (const kind of ['notices', 'letter', 'reviews'] as const) registerKind(app, db, kind)
}

const registerKind = (app: Http, db: Db, kind: Kind): void => {
  const path = addressOf(kind, ':token').replace('%3A', ':')

  app.get(path, async (request, reply) => {
    const found = await db
      .selectFrom('owner_notices')
      .select(IS_OFF[kind].as('isOff'))
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
        .set(OFF[kind])
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
