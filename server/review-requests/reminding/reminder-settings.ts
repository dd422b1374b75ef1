import type { TenantTrx } from '../../database/database.ts'
import type { ReminderWay } from './reminder-countries-rules.ts'

export type ReminderSetting = {
  isOn: boolean
  afterDays: number
  channel: ReminderWay
  template: string
  attested: string[]
}

/** What an owner set; null where she never asked for reminders. */
export const readReminderSetting = async (
  trx: TenantTrx,
  businessId: string,
): Promise<ReminderSetting | null> =>
  (await trx
    .selectFrom('reminder_settings')
    .select(['is_on as isOn', 'after_days as afterDays', 'channel', 'template', 'attested'])
    .where('business_id', '=', businessId)
    .executeTakeFirst()) ?? null
