import { sql } from 'kysely'
import type { TenantTrx } from '../../../database/database.ts'
import { startOf } from '../../../database/moves.ts'
import { HOUR_MS } from '../../../platform/dates.ts'
import { opensAt, type HoursDeps } from '../../sending/pace/opening-rules.ts'
import { REMINDER_DAYS, refuseReminder, remindsAt, type ReminderRefusal } from '../reminder-rules.ts'
import { readReminderSetting, type ReminderSetting } from '../reminder-settings.ts'
import { endReminderMails, type MailEnd } from './end-mails.ts'
import { MAIL_MOVES } from './mail-life.ts'
import { lockPlannedMail, type DueMail, type MailFacts } from './mail-queries.ts'

/**
 * Why a mail that waits may not go any more, by what these files do not read: payments, comparisons, the owner's rules.
 * Asked in the transaction of the claim.
 */
export type RefuseMail = (
  trx: TenantTrx,
  businessId: string,
  requestId: string,
  now: Date,
) => Promise<ReminderRefusal | undefined>

export type ClaimedMail = MailFacts & { email: string; template: string }

/** Its reason where it was due before the database may have been restored: it may have gone already. */
export const BEFORE_FENCE = 'before_restore'

/**
 * Claims one planned mail, to be sent once this transaction is committed. Undefined where it does not go now: it is
 * cancelled or expires for its reason, or waits for the hours of its customer or for its owner's pace, or the fence is
 * up.
 */
export const claimMail = async (
  trx: TenantTrx,
  deps: HoursDeps & { refuseMail: RefuseMail },
  { businessId, requestId }: DueMail,
  now: Date,
): Promise<ClaimedMail | undefined> => {
  const facts = await lockPlannedMail(trx, { businessId, requestId }, now)
  if (!facts?.mayClaim) return undefined
  const setting = await readReminderSetting(trx, businessId)
  const reason =
    reasonOfFence(facts) ??
    reasonOfFacts(facts, setting, now) ??
    (await deps.refuseMail(trx, businessId, requestId, now))
  if (reason || !setting || facts.email === null) {
    await endReminderMails(trx, businessId, [requestId], { ...endFor(reason ?? 'no_address'), now })
    return undefined
  }
  const opens = opensAt(deps, facts, { ...facts, phone: facts.phone ?? '' })(now)
  if (opens > now) {
    await postpone(trx, { businessId, requestId }, opens)
    return undefined
  }
  if (facts.isPaceSpent) {
    await postpone(trx, { businessId, requestId }, new Date(now.getTime() + HOUR_MS))
    return undefined
  }
  await begin(trx, { businessId, requestId }, now)
  return { ...facts, email: facts.email, template: setting.template }
}

type Reason = ReminderRefusal | typeof BEFORE_FENCE

/** Planned since, it may be one that went by a day that the owner had chosen, and that was forgotten as well. */
const reasonOfFence = ({ fencedAt, dueAt, plannedAt, sentAt }: MailFacts): Reason | undefined => {
  if (!fencedAt) return undefined
  const mayHaveBeenDue = sentAt && remindsAt(sentAt, { afterDays: REMINDER_DAYS.first }) <= fencedAt
  return dueAt <= fencedAt || (plannedAt >= fencedAt && mayHaveBeenDue) ? BEFORE_FENCE : undefined
}

const reasonOfFacts = (
  facts: MailFacts,
  setting: ReminderSetting | null,
  now: Date,
): ReminderRefusal | undefined => {
  if (!setting?.isOn || setting.channel !== 'email') return 'reminders_off'
  const text = {
    ...facts,
    hasAddress: facts.email !== null,
    // This mail, and each text that reminds of the same.
    reminders: 1 + facts.textReminders,
    // Left to `refuseMail`.
    hasLikelyReview: undefined,
    isStillPaid: true,
    isHeldOut: false,
  }
  const business = { ...facts, hasPostalAddress: Boolean(facts.address?.trim()) }
  return refuseReminder(text, business, { ...setting, way: setting.channel }, { now, spare: 1 })
}

const endFor = (reason: Reason): MailEnd => ({ move: reason === 'too_late' ? 'expire' : 'cancel', reason })

const postpone = async (trx: TenantTrx, { businessId, requestId }: DueMail, dueAt: Date): Promise<void> => {
  await sql`
    update reminder_mails set due_at = ${dueAt}
    where business_id = ${businessId} and request_id = ${requestId}
      and state in (${startOf(MAIL_MOVES.postpone)})`.execute(trx)
}

const begin = async (trx: TenantTrx, { businessId, requestId }: DueMail, now: Date): Promise<void> => {
  const { begin: move } = MAIL_MOVES
  await sql`
    update reminder_mails set state = ${move.to}, state_reason = null, state_at = ${now}
    where business_id = ${businessId} and request_id = ${requestId} and state in (${startOf(move)})`.execute(
    trx,
  )
}
