import type { FastifyRequest } from 'fastify'
import { noticeSettings } from '../../contracts/notices.ts'
import type { OwnerDoor } from '../sessions/require-session.ts'
import { operations } from '../platform/http/api/operation.ts'
import type { Http } from '../platform/http/http.ts'
import { newSecret } from '../platform/seal.ts'
import { noticesPage } from './notices-page.ts'

/** Mails to the owner: a switch in her account, and a link in each mail that works without one. */
export const registerNoticeRoutes = (app: Http, { db, requireSession }: OwnerDoor): void => {
  const operation = operations('notices', requireSession.ofBusiness)

  app.get(
    '/api/account/notices',
    operation('getNoticeSettings', 'Say whether the owner is mailed.', { response: { 200: noticeSettings } }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      const row = await db
        .selectFrom('owner_notices')
        .select('is_off')
        .where('business_id', '=', businessId)
        .executeTakeFirst()
      return { isOn: !row?.is_off }
    },
  )

  app.put(
    '/api/account/notices',
    operation('saveNoticeSettings', 'Set whether the owner is mailed.', {
      body: noticeSettings,
      response: { 200: noticeSettings },
    }),
    async (request) => {
      const { isOn } = request.body
      await db
        .insertInto('owner_notices')
        .values({ business_id: requireSession.businessOf(request), is_off: !isOn, off_token: newSecret() })
        .onConflict((conflict) => conflict.column('business_id').doUpdateSet({ is_off: !isOn }))
        .execute()
      return { isOn }
    },
  )

  app.get('/n/:token', async (request, reply) => {
    const found = await find(request)
    const state = !found ? 'unknown' : found.is_off ? 'off' : 'ask'
    return reply
      .asPage('form')
      .code(found ? 200 : 404)
      .header('cache-control', 'no-store')
      .type('text/html')
      .send(noticesPage(state, tokenOf(request)))
  })

  void app.register(async (scope) => {
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string' },
      (_request, _body, done) => done(null, {}),
    )
    // Also what a mail program posts by itself for one-click unsubscribing.
    scope.post('/n/:token', async (request, reply) => {
      const off = await db
        .updateTable('owner_notices')
        .set({ is_off: true })
        .where('off_token', '=', tokenOf(request))
        .returning('business_id')
        .executeTakeFirst()
      return reply
        .asPage('form')
        .code(off ? 200 : 404)
        .header('cache-control', 'no-store')
        .type('text/html')
        .send(noticesPage(off ? 'off' : 'unknown', tokenOf(request)))
    })
  })

  const find = (request: FastifyRequest) =>
    db
      .selectFrom('owner_notices')
      .select('is_off')
      .where('off_token', '=', tokenOf(request))
      .executeTakeFirst()
}

const tokenOf = (request: FastifyRequest): string => (request.params as { token: string }).token
