import { z } from 'zod'
import { shape } from './values.ts'

/** `GET|PUT /api/account/notices`: which mails the owner gets. */
export const noticeSettings = shape('NoticeSettings', {
  isOn: z.boolean().describe('When funds run low, Xero is lost, or more texts wait than go out in an hour.'),
  hasLetter: z.boolean().describe('A letter each Monday on the week before.'),
})
export const noticeSettingsRequest = shape('NoticeSettingsRequest', {
  isOn: z.boolean().optional().describe('Without it, it stays as it is; so does the letter.'),
  hasLetter: z.boolean().optional(),
})
export type NoticeSettings = z.infer<typeof noticeSettings>
