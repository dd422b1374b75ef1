import type { TenantTrx } from '../../database/database.ts'
import type { ReminderWay } from '../../../contracts/shared/reminders.ts'
import type { ReminderChoice } from './reminder-rules.ts'

export type ReminderSetting = {
  isOn: boolean
  afterDays: number
  channel: ReminderWay
  template: string
  attested: string[]
  /** When she last changed what she confirms; null where she confirms nothing. */
  attestedAt: Date | null
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
      'attested_at as attestedAt',
      'on_since as onSince',
    ])
    .where('business_id', '=', businessId)
    .executeTakeFirst()) ?? null

/** The address of the business as Google has it; null where it shows none. */
export const findPostalAddress = async (trx: TenantTrx, businessId: string): Promise<string | null> => {
  const { address } = await trx
    .selectFrom('businesses')
    .select('address')
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow()
  return address
}

/** Whether an e-mail can name a postal address, where it has to. */
export const hasPostalAddress = async (trx: TenantTrx, businessId: string): Promise<boolean> =>
  Boolean((await findPostalAddress(trx, businessId))?.trim())

/** What decides about a reminder, by whichever way she wants it; undefined where she wants none now. */
export const choiceOf = (setting: ReminderSetting | null): ReminderChoice | undefined =>
  setting?.isOn
    ? { afterDays: setting.afterDays, way: setting.channel, attested: setting.attested }
    : undefined
