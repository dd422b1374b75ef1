import type { TenantTrx } from '../../database/database.ts'
import {
  findDecidingBusiness,
  type DecidingBusiness,
} from '../../review-requests/deciding/decision-queries.ts'
import { cancelReminderMails } from '../../review-requests/reminding/mails/end-mails.ts'
import { findPlannedMails } from '../../review-requests/reminding/mails/mail-queries.ts'
import type { RefuseMail } from '../../review-requests/reminding/mails/send-reminder-mails.ts'
import { refuseWaiting, type Reviewed } from '../../review-requests/reminding/refuse-waiting.ts'
import { hasPostalAddress } from '../../review-requests/reminding/reminder-settings.ts'

/** Ends reminders by e-mail that are planned and not wanted any more. */
export const endUnwantedMails = async (
  trx: TenantTrx,
  business: DecidingBusiness & { id: string },
  known: { now: Date; reviewed: Reviewed },
): Promise<void> => {
  const planned = await findPlannedMails(trx, business.id)
  if (planned.length === 0) return
  const mails = planned.map((id) => ({ id, reminderOf: id }))
  const reminding = { ...business, hasPostalAddress: await hasPostalAddress(trx, business.id) }
  const refused = await refuseWaiting(trx, reminding, mails, { ...known, way: 'email' })
  for (const { id, reason } of refused) await cancelReminderMails(trx, business.id, [id], reason)
}

/**
 * Why a mail that is claimed may not go, by what its own room does not know. Whether a review came is left to
 * `endUnwantedMails`, which looks every ten minutes.
 */
export const refuseMail: RefuseMail = async (trx, businessId, requestId, now) => {
  const business = await findDecidingBusiness(trx, businessId)
  const [refused] = await refuseWaiting(
    trx,
    { ...business, id: businessId, hasPostalAddress: await hasPostalAddress(trx, businessId) },
    [{ id: requestId, reminderOf: requestId }],
    { now, way: 'email' },
  )
  return refused?.reason
}
