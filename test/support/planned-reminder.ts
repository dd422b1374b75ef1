import { asBusiness } from '../../server/database/database.ts'
import { planReminders } from '../../server/flows/reminders/plan-reminders.ts'
import { DEFAULT_REMINDER } from '../../server/review-requests/reminding/reminder-words-rules.ts'
import type { Product } from './e2e-product.ts'

const DAY_MS = 86_400_000

/** An owner has customers reminded a week after their texts, since a month, and what is due soon is planned. */
export const planTheirReminders = async (
  { parts }: Product,
  businessId: string,
  channel: 'text' | 'email' = 'text',
): Promise<void> => {
  const now = new Date()
  await asBusiness(parts.db, businessId, (trx) =>
    trx
      .insertInto('reminder_settings')
      .values({
        business_id: businessId,
        is_on: true,
        after_days: 7,
        channel,
        template: DEFAULT_REMINDER,
        on_since: new Date(now.getTime() - 30 * DAY_MS),
        updated_at: now,
      })
      .execute(),
  )
  await planReminders({
    ...parts,
    databaseNow: async () => now,
    findReviewed: async () => undefined,
    mail: { isOn: true },
  })
}
