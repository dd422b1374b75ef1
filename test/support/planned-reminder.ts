import { setReminder } from '../../bin/start/demo-history/set-reminder.ts'
import type { Product } from './e2e-product.ts'

/** An owner had customers reminded since a month, by e-mail as if there were a mail server, and the next is planned. */
export const planTheirReminders = (
  { parts }: Product,
  businessId: string,
  channel: 'text' | 'email' = 'text',
): Promise<void> =>
  setReminder({ ...parts, mail: { ...parts.mail, isOn: true } }, businessId, { sinceDays: 30, channel })
