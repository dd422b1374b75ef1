import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { asSystem, type Db } from '../database/database.ts'
import { optOut, optOutOfMails } from '../opt-outs/opt-out.ts'
import type { Http } from '../platform/http/http.ts'
import { mailOptOutPage, type MailOptOutState } from './mail-opt-out-page.ts'
import { findLink, type VisitedLink } from './visit-link.ts'

const PATH = '/o/:token/mail'

/** The link in a reminder by e-mail by which messages of this business end: e-mails and texts alike. */
export const registerMailOptOut = (app: Http, { db }: { db: Db }): void => {
  app.get(PATH, async (request, reply) => {
    const found = await findMail(db, request)
    return answer(reply, found ? (found.isOptedOut ? 'done' : 'ask') : 'unknown', found)
  })

  void app.register(async (scope) => {
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string' },
      (_request, _body, done) => done(null, {}),
    )
    // Also what a mail program posts by itself: https://www.rfc-editor.org/rfc/rfc8058
    scope.post(PATH, async (request, reply) => {
      const found = await findMail(db, request)
      if (!found) return answer(reply, 'unknown')
      const { businessId, phoneHash, addressHash } = found
      await asSystem(db, async (trx) => {
        await optOutOfMails(trx, businessId, addressHash)
        await optOut(trx, businessId, phoneHash, { source: 'link' })
      })
      return answer(reply, 'done', found)
    })
  })
}

type FoundMail = VisitedLink & { token: string; addressHash: Buffer; phoneHash: Buffer; isOptedOut: boolean }

/** Undefined where no mail was ever planned for the text of this link. */
const findMail = async (db: Db, request: FastifyRequest): Promise<FoundMail | undefined> => {
  const { token } = request.params as { token: string }
  const link = await findLink(db, token)
  if (!link) return undefined
  const { rows } = await sql<Pick<FoundMail, 'addressHash' | 'phoneHash' | 'isOptedOut'>>`
    select m.address_hash as "addressHash", r.phone_hash as "phoneHash", exists (
             select from email_opt_outs e
             where e.business_id = m.business_id and e.address_hash = m.address_hash) as "isOptedOut"
    from reminder_mails m
    join review_requests r on r.business_id = m.business_id and r.id = m.request_id
    where m.business_id = ${link.businessId} and m.request_id = ${link.requestId}`.execute(db)
  return rows[0] && { ...link, ...rows[0], token }
}

const answer = (reply: FastifyReply, state: MailOptOutState, found?: FoundMail): FastifyReply =>
  reply
    .asPage('form')
    .code(state === 'unknown' ? 404 : 200)
    .header('cache-control', 'no-store')
    .type('text/html')
    .send(mailOptOutPage(state, found))
