import type { TenantTrx } from '../../database/database.ts'
import type { ReminderWay } from './reminder-countries-rules.ts'

export type ReminderSetting = {
  isOn: boolean
  afterDays: number
  channel: ReminderWay
  template: string
  attested: string[]
  /** When she last switched reminders on; only texts sent after it are ever reminded. Null: never. */
  onSince: Date | null
}

/** What an owner set; null where she never asked for reminders. */
export const readReminderSetting = async (
  trx: TenantTrx,
  businessId: string,
): Promise<ReminderSetting | null> =>
  (await trx
    .selectFrom('reminder_settings')
    .select([
      'is_on as isOn',
      'after_days as afterDays',
      'channel',
      'template',
      'attested',
      'on_since as onSince',
    ])
    .where('business_id', '=', businessId)
    .executeTakeFirst()) ?? null
