import { z } from 'zod'

/** `GET|PUT /api/account/notices`: whether the owner is mailed when funds run low or Xero is lost. */
export const noticeSettings = z.object({ isOn: z.boolean() })
export type NoticeSettings = z.infer<typeof noticeSettings>
