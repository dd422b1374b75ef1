import { z } from 'zod'
import { shape } from './values.ts'

/** `GET|PUT /api/account/notices`: whether the owner is mailed when funds run low or Xero is lost. */
export const noticeSettings = shape('NoticeSettings', { isOn: z.boolean() })
export type NoticeSettings = z.infer<typeof noticeSettings>
