import type { TenantTrx } from '../../database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { cancelReminderMails, uncancelReminderMail } from '../reminding/mails/end-mails.ts'
import { findShownMail } from '../reminding/mails/shown-mail.ts'
import { CANCELLED_BY_OWNER } from './holding-rules.ts'
import type { Asked } from './owner-acts.ts'

/** The reminder by e-mail of this first text does not go. Throws Refusal where it is on its way, or over. */
export const cancelMailByOwner = async (trx: TenantTrx, { businessId, id }: Asked): Promise<void> => {
  const cancelled = await cancelReminderMails(trx, businessId, [id], CANCELLED_BY_OWNER)
  if (cancelled > 0) return
  const mail = await findShownMail(trx, businessId, id)
  if (!mail) throw new Refusal('not-found', 404, 'There is no reminder by e-mail of this text.')
  if (!mail.choices.includes('undo-cancel')) throw over(mail.words)
}

/** Takes a cancel of hers back: what became true meanwhile still ends it before it goes. */
export const undoCancelMailByOwner = async (
  trx: TenantTrx,
  { businessId, id, now }: Asked,
): Promise<void> => {
  const reason = CANCELLED_BY_OWNER
  if (await uncancelReminderMail(trx, businessId, { requestId: id, reason, now })) return
  const mail = await findShownMail(trx, businessId, id)
  if (!mail) throw new Refusal('not-found', 404, 'There is no reminder by e-mail of this text.')
  if (!mail.choices.includes('cancel')) throw over(mail.words)
}

const over = (words: string): Refusal => new Refusal('not-waiting', 409, `${words} Nothing was changed.`)
