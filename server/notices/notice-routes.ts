import { noticeSettings, noticeSettingsRequest, type NoticeSettings } from '../../contracts/notices.ts'
import type { OwnerDoor } from '../sessions/require-session.ts'
import { operations } from '../platform/http/api/operation.ts'
import type { Http } from '../platform/http/http.ts'
import { newSecret } from '../platform/seal.ts'
import { registerEndMails } from './end-mails-routes.ts'

/** Mails to the owner: a switch in her account, and a link in each mail that works without one. */
export const registerNoticeRoutes = (app: Http, { db, requireSession }: OwnerDoor): void => {
  const operation = operations('notices', requireSession.ofBusiness)
  registerEndMails(app, { db })

  app.get(
    '/api/account/notices',
    operation('getNoticeSettings', 'Say which mails the owner gets.', { response: { 200: noticeSettings } }),
    (request) => settingsOf(requireSession.businessOf(request)),
  )

  app.put(
    '/api/account/notices',
    operation('saveNoticeSettings', 'Set which mails the owner gets.', {
      body: noticeSettingsRequest,
      response: { 200: noticeSettings },
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      const { isOn, hasLetter } = request.body
      const wanted = {
        ...(isOn === undefined ? {} : { is_off: !isOn }),
        ...(hasLetter === undefined ? {} : { letter_is_off: !hasLetter }),
      }
      await db
        .insertInto('owner_notices')
        .values({ business_id: businessId, off_token: newSecret(), ...wanted })
        .onConflict((conflict) =>
          Object.keys(wanted).length === 0
            ? conflict.doNothing()
            : conflict.column('business_id').doUpdateSet(wanted),
        )
        .execute()
      return settingsOf(businessId)
    },
  )

  const settingsOf = async (businessId: string): Promise<NoticeSettings> => {
    const row = await db
      .selectFrom('owner_notices')
      .select(['is_off', 'letter_is_off'])
      .where('business_id', '=', businessId)
      .executeTakeFirst()
    return { isOn: !row?.is_off, hasLetter: !row?.letter_is_off }
  }
}
