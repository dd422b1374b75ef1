import { sql } from 'kysely'
import { asBusiness, type Db, type TenantTrx } from '../../database/database.ts'
import { FENCE_IS_DOWN } from '../../database/fence.ts'
import { lockDecisions, type DecidingBusiness } from '../../review-requests/deciding/decision-queries.ts'
import { nextMomentFor } from '../../review-requests/deciding/recipient-hours-rules.ts'
import { scheduleReminders } from '../../review-requests/life/schedule-reminders.ts'
import {
  likelyReviewOf,
  refuseWaiting,
  type FindReviewed,
  type Reviewed,
} from '../../review-requests/reminding/refuse-waiting.ts'
import {
  findRemindables,
  findUnopened,
  findWaitingReminders,
  type Place,
  type RemindableText,
} from '../../review-requests/reminding/remindable-queries.ts'
import {
  reminderWindow,
  remindsAt,
  type ReminderChoice,
} from '../../review-requests/reminding/reminder-rules.ts'
import { findPlannedMails } from '../../review-requests/reminding/mails/mail-queries.ts'
import { planReminderMails, type MailDeps } from '../../review-requests/reminding/mails/plan-mails.ts'
import {
  choiceOf,
  hasPostalAddress,
  readReminderSetting,
} from '../../review-requests/reminding/reminder-settings.ts'
import { cancelEach } from '../../review-requests/sending/cancel-each.ts'
import { refuseText } from '../../review-requests/reminding/refuse-text.ts'
import { endUnwantedMails } from './unwanted-mails.ts'
import { reminderTokenOf } from '../../texts/link-token.ts'

export type PlanDeps = MailDeps & {
  db: Db
  databaseNow: () => Promise<Date>
  hashPhone: (words: string) => Buffer
  isLive: boolean
  findReviewed: FindReviewed
}

/**
 * Ends reminders that wait and are not wanted any more, and plans those that are due in the next days, so that their
 * owner can see and cancel them. Each business by itself, while it decides nothing else.
 */
export const planReminders = async (deps: PlanDeps, stopping?: AbortSignal): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select business_id as id from reminder_settings where is_on and ${FENCE_IS_DOWN}
    union
    select business_id from review_requests
    where reminder_of is not null and state in ('scheduled', 'waiting_for_funds', 'held') and ${FENCE_IS_DOWN}
    union
    select business_id from reminder_mails where state = 'planned' and ${FENCE_IS_DOWN}`.execute(deps.db)
  const failures: unknown[] = []
  for (const { id } of rows) {
    if (stopping?.aborted) return
    // One that fails keeps none of the others waiting.
    await planFor(deps, id, stopping).catch((cause: unknown) => failures.push(cause))
  }
  if (failures.length > 0) throw failures[0]
}

const PAGE = 200

const planFor = async (deps: PlanDeps, businessId: string, stopping?: AbortSignal): Promise<void> => {
  let after: Place | undefined
  do {
    const now = await deps.databaseNow()
    const seen = await asBusiness(deps.db, businessId, (trx) => look(trx, businessId, { now, after }))
    const reviewed = await deps.findReviewed(businessId, seen.firstTextIds)
    await asBusiness(deps.db, businessId, async (trx) => {
      const business = { ...(await lockDecisions(trx, businessId)), id: businessId }
      if (!business.mayDecide) return
      if (!after) {
        await endUnwanted(trx, business, { now, reviewed })
        await endUnwantedMails(trx, business, { now, reviewed })
      }
      await planPage(trx, deps, business, { ids: seen.page, reviewed, now })
    })
    after = stopping?.aborted ? undefined : seen.last
  } while (after)
}

/** What a page is about: texts that may be reminded of, and on the first one those whose reminder waits. */
const look = async (
  trx: TenantTrx,
  businessId: string,
  { now, after }: { now: Date; after: Place | undefined },
) => {
  const waiting = after ? [] : await findWaitingReminders(trx, businessId)
  const mails = after ? [] : await findPlannedMails(trx, businessId)
  const setting = await readReminderSetting(trx, businessId)
  const choice = choiceOf(setting)
  const { from, until } = reminderWindow(now, choice ?? { afterDays: 7 })
  const since = setting?.onSince && setting.onSince > from ? setting.onSince : from
  const page = choice ? await findUnopened(trx, businessId, { from: since, until, after, most: PAGE }) : []
  return {
    page: page.map(({ id }) => id),
    last: page.length === PAGE ? page.at(-1) : undefined,
    firstTextIds: [...waiting.map(({ reminderOf }) => reminderOf), ...mails, ...page.map(({ id }) => id)],
  }
}

type Business = DecidingBusiness & { id: string }

const endUnwanted = async (
  trx: TenantTrx,
  business: Business,
  known: { now: Date; reviewed: Reviewed },
): Promise<void> => {
  const waiting = await findWaitingReminders(trx, business.id)
  await cancelEach(trx, business.id, await refuseWaiting(trx, business, waiting, known))
}

const planPage = async (
  trx: TenantTrx,
  deps: PlanDeps,
  business: Business,
  { ids, reviewed, now }: { ids: string[]; reviewed: Reviewed; now: Date },
): Promise<void> => {
  const setting = await readReminderSetting(trx, business.id)
  const choice = choiceOf(setting)
  if (!choice) return
  const reminding = { ...business, hasPostalAddress: await hasPostalAddress(trx, business.id) }
  const remindable = await findRemindables(trx, business.id, { ids, now })
  const wanted = [...remindable.values()].flatMap((text) => {
    const linkToken = reminderTokenOf(deps.hashPhone, text)
    const isOutThere = text.foundTokens.includes(linkToken)
    const facts = {
      ...text,
      // A text that a restore has forgotten, and that cannot be told from this reminder or comes after it.
      hasNewerText: text.hasNewerText || text.foundTokens.length > 0,
    }
    // Whatever is to be said against it by now, it went: the row takes it over.
    const known = { now, hasLikelyReview: likelyReviewOf(reviewed, text.id) }
    const isRefused = refuseText(facts, reminding, { setting, choice }, known)
    if (!isOutThere && isRefused) return []
    const isText = isOutThere || choice.way === 'text'
    return [{ firstTextId: text.id, linkToken, isText, dueAt: dueAtOf(text, deps, business, choice, now) }]
  })
  const [texts, mails] = [wanted.filter(({ isText }) => isText), wanted.filter(({ isText }) => !isText)]
  await scheduleReminders(trx, business.id, texts, now)
  await planReminderMails(
    trx,
    business.id,
    mails.map(({ firstTextId: requestId }) => ({ requestId })),
    { ...deps, now },
  )
}

const dueAtOf = (
  { sentAt, phone, country, timeZone }: RemindableText,
  { isLive }: PlanDeps,
  business: Business,
  choice: ReminderChoice,
  now: Date,
): Date => {
  const meant = sentAt ? remindsAt(sentAt, choice) : now
  const hours = { ...business, isDecent: isLive && business.keepsDecentHours }
  return nextMomentFor(meant > now ? meant : now, { phone: phone ?? '', country, timeZone }, hours)
}
