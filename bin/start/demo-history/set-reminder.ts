import { asBusiness } from '../../../server/database/database.ts'
import { planReminders } from '../../../server/flows/reminders/plan-reminders.ts'
import { DAY_MS } from '../../../server/platform/dates.ts'
import { DEFAULT_REMINDER } from '../../../server/review-requests/reminding/reminder-words-rules.ts'
import type { Parts } from '../../../server/wiring/parts.ts'

/** So long ago that some of the demo's texts have a reminder planned, and none is due on the first day. */
const SINCE_DAYS = 6

/** An owner has had customers reminded once for some days, a week after their texts; what is due soon is planned. */
export const setReminder = async (
  parts: Parts,
  businessId: string,
  { sinceDays = SINCE_DAYS, channel = 'text' }: { sinceDays?: number; channel?: 'text' | 'email' } = {},
): Promise<void> => {
  const now = parts.clock()
  await asBusiness(parts.db, businessId, (trx) =>
    trx
      .insertInto('reminder_settings')
      .values({
        business_id: businessId,
        is_on: true,
        after_days: 7,
        channel,
        template: DEFAULT_REMINDER,
        on_since: new Date(now.getTime() - sinceDays * DAY_MS),
        updated_at: now,
      })
      .execute(),
  )
  // Nothing is known of reviews yet: the job looks again before any goes.
  const findReviewed = async () => undefined
  await planReminders({ ...parts, databaseNow: async () => now, findReviewed })
}
