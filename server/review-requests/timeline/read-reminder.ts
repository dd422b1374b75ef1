import type { ReminderOfText } from '../../../contracts/review-requests.ts'
import type { TenantTrx } from '../../database/database.ts'
import { findDecidingBusiness } from '../deciding/decision-queries.ts'
import { findRemindables } from '../reminding/remindable-queries.ts'
import type { MailDeps } from '../reminding/mails/plan-mails.ts'
import { findShownMail } from '../reminding/mails/shown-mail.ts'
import { findWordsOfMail } from '../reminding/mails/words-of-mail.ts'
import { likelyReviewOf, type Reviewed } from '../reminding/refuse-waiting.ts'
import { refuseText } from '../reminding/refuse-text.ts'
import { choiceOf, hasPostalAddress, readReminderSetting } from '../reminding/reminder-settings.ts'
import type { TextDeps } from '../../texts/priced-text.ts'
import { draftOfText } from './draft-of-text.ts'
import { presentDetails, presentRequest } from './present-request-rules.ts'
import { findRequestDetails } from './request-details-queries.ts'
import { findRequest } from './timeline-queries.ts'
import { notRemindedWords } from './words/reminded-words-rules.ts'
import type { Here } from './words/request-words-rules.ts'

/** `reviewed`: as `FindReviewed` answers for this text; undefined where it was not asked. */
type AskedText = { id: string; here: Here; reviewed: Reviewed }

export type ReminderDeps = TextDeps & MailDeps

/** What there is of a first text's reminder, or why there is none; null where its owner wants none or none can go. */
export const readReminder = async (
  trx: TenantTrx,
  deps: ReminderDeps,
  businessId: string,
  { id, here, reviewed }: AskedText,
): Promise<ReminderOfText | null> => {
  const { id: reminderId } =
    (await trx
      .selectFrom('review_requests')
      .select('id')
      .where('business_id', '=', businessId)
      .where('reminder_of', '=', id)
      .executeTakeFirst()) ?? {}
  if (reminderId === undefined) {
    const mail = await findShownMail(trx, businessId, id)
    if (mail) {
      const body = await findWordsOfMail(trx, deps, businessId, id)
      return { text: null, body, cost: null, mail, words: null }
    }
    return readNone(trx, deps, businessId, { id, here, reviewed })
  }
  const row = await findRequest(trx, businessId, reminderId)
  const details = row && (await findRequestDetails(trx, businessId, reminderId))
  if (!details) return null
  const { body, cost } = presentDetails(details)
  const draft = await draftOfText(trx, deps, businessId, reminderId)
  return {
    text: presentRequest(row, here),
    body: draft ? draft.body : body,
    cost: draft ? draft.cost : cost,
    mail: null,
    words: null,
  }
}

const readNone = async (
  trx: TenantTrx,
  { mail }: MailDeps,
  businessId: string,
  { id, here, reviewed }: AskedText,
): Promise<ReminderOfText | null> => {
  const setting = await readReminderSetting(trx, businessId)
  const choice = choiceOf(setting)
  if (!choice || (choice.way === 'email' && !mail.isOn)) return null
  const text = (await findRemindables(trx, businessId, { ids: [id], now: here.now })).get(id)
  if (!text?.sentAt || !setting?.onSince || text.sentAt < setting.onSince) return null
  const business = {
    ...(await findDecidingBusiness(trx, businessId)),
    hasPostalAddress: await hasPostalAddress(trx, businessId),
  }
  const known = { now: here.now, hasLikelyReview: likelyReviewOf(reviewed, id) }
  const refusal = refuseText(text, business, { setting, choice }, known)
  return {
    text: null,
    body: null,
    cost: null,
    mail: null,
    words: notRemindedWords({ ...text, refusal, knowsReviews: reviewed !== undefined }, choice, here),
  }
}
