import { z } from 'zod'
import { shape } from './shared/values.ts'

/** Their number alone: at once, at most once an hour; in the letter on Monday; or not at all. */
export const reviewsMail = z.enum(['at-once', 'weekly', 'never']).meta({ id: 'ReviewsMail' })
export type ReviewsMail = z.infer<typeof reviewsMail>

/** `GET|PUT /api/account/notices`: which mails the owner gets. */
export const noticeSettings = shape('NoticeSettings', {
  isOn: z.boolean().describe('When funds run low, Xero is lost, or more texts wait than go out in an hour.'),
  hasLetter: z.boolean().describe('A letter each Monday on the week before.'),
  reviews: reviewsMail
    .nullable()
    .describe('Whether she is told of new reviews; null where reviews are not read back.'),
})
export const noticeSettingsRequest = shape('NoticeSettingsRequest', {
  isOn: z.boolean().optional().describe('Without it, it stays as it is; so does the letter.'),
  hasLetter: z.boolean().optional(),
  reviews: reviewsMail.optional(),
})
export type NoticeSettings = z.infer<typeof noticeSettings>
