import type { ReminderSettingsRequest } from '../../../contracts/shared/reminders.ts'
import type { TenantTrx } from '../../database/database.ts'
import type { ReminderSetting } from './reminder-settings.ts'

type Wanted = Omit<ReminderSettingsRequest, 'version'>
type Saving = { before: ReminderSetting | null; userId: string; now: Date }

/**
 * Saves what an owner set. Texts are reminded from the moment on at which she switched it on; no other change moves it,
 * and switching off keeps her words. What she confirmed keeps its day until she confirms something else.
 */
export const saveReminderSetting = async (
  trx: TenantTrx,
  businessId: string,
  { isOn, afterDays, way, message, attested: confirmed }: Wanted,
  { before, userId, now }: Saving,
): Promise<void> => {
  const attested = [...new Set<string>(confirmed)].toSorted()
  const isSwitchedOn = isOn && !before?.isOn
  const values = {
    is_on: isOn,
    after_days: afterDays,
    channel: way,
    template: message,
    on_since: isSwitchedOn ? now : (before?.onSince ?? null),
    updated_at: now,
    ...(isSame(attested, before?.attested ?? [])
      ? {}
      : {
          attested,
          attested_at: attested.length > 0 ? now : null,
          attested_by: attested.length > 0 ? userId : null,
        }),
  }
  await trx
    .insertInto('reminder_settings')
    .values({ business_id: businessId, ...values })
    .onConflict((conflict) => conflict.column('business_id').doUpdateSet(values))
    .execute()
}

const isSame = (one: string[], other: string[]): boolean => one.join() === other.join()
