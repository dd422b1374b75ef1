import {
  noticeSettings,
  noticeSettingsRequest,
  type NoticeSettings,
  type ReviewsMail,
} from '../../contracts/notices.ts'
import type { Env } from '../platform/process/env.ts'
import type { OwnerDoor } from '../sessions/require-session.ts'
import { operations } from '../platform/http/api/operation.ts'
import type { Http } from '../platform/http/http.ts'
import { newSecret } from '../platform/seal.ts'
import { registerEndMails } from './end-mails-routes.ts'
import { ONCE_A_MS } from './reviews/tell-reviews.ts'

/** Mails to the owner: a switch in her account, and a link in each mail that works without one. */
export const registerNoticeRoutes = (
  app: Http,
  { db, requireSession, clock, env }: OwnerDoor & { env: Pick<Env, 'REVIEWS'> },
): void => {
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
      const { isOn, hasLetter, reviews } = request.body
      const wanted = {
        ...(isOn === undefined ? {} : { is_off: !isOn }),
        ...(hasLetter === undefined ? {} : { letter_is_off: !hasLetter }),
        ...(reviews === undefined ? {} : tellingOf(reviews, clock())),
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
      .select(['is_off', 'letter_is_off', 'reviews_mail'])
      .where('business_id', '=', businessId)
      .executeTakeFirst()
    const reviews = IN_WORDS[row?.reviews_mail ?? 'weekly']
    return { isOn: !row?.is_off, hasLetter: !row?.letter_is_off, reviews: env.REVIEWS ? reviews : null }
  }
}

const IN_WORDS = { at_once: 'at-once', weekly: 'weekly', never: 'never' } as const

/** Who wants to know at once from now on is told of what comes, and at most of the last hour. */
const tellingOf = (reviews: ReviewsMail, now: Date) => {
  if (reviews !== 'at-once') return { reviews_mail: reviews }
  return { reviews_mail: 'at_once' as const, reviews_told_at: new Date(now.getTime() - ONCE_A_MS) }
}
