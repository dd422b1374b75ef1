import { localDate } from '../../../platform/dates.ts'
import { timeAndDay } from '../../../platform/moments-in-words-rules.ts'
import { remindsAt, type ReminderChoice, type ReminderRefusal } from '../../reminding/reminder-rules.ts'
import { reminderRefusalWords } from '../../reminding/reminder-words-rules.ts'
import { isWaiting, type Here, type State } from './request-words-rules.ts'

/** In the row of a first text, what there is of its reminder; null where nothing goes and nothing went. */
export const remindedWords = (
  { reminderState, reminderAt }: { reminderState: State | null; reminderAt: Date | null },
  here: Here,
): string | null => {
  if (reminderState === null || reminderAt === null) return null
  const when = momentOf(reminderAt, here)
  if (reminderState === 'sent' || reminderState === 'delivered') return `Reminded at ${when}`
  if (reminderState === 'sending' || reminderState === 'unknown') return 'A reminder is on its way'
  return isWaiting(reminderState) ? `Reminder planned for ${when}` : null
}

/** Of a text without a reminder: when one follows, or why none does. */
export const notRemindedWords = (
  {
    sentAt,
    refusal,
    knowsReviews,
  }: { sentAt: Date | null; refusal: ReminderRefusal | undefined; knowsReviews: boolean },
  choice: Pick<ReminderChoice, 'afterDays'>,
  here: Here,
): string => {
  if (refusal) return reminderRefusalWords[refusal]
  const when = sentAt && momentOf(remindsAt(sentAt, choice), here)
  const unless = knowsReviews ? 'the link is opened or a review comes before' : 'the link is opened before'
  return `One reminder follows${when ? ` from ${when}` : ''}, unless ${unless}. You can take it out three days ahead.`
}

const momentOf = (moment: Date, { now, timeZone }: Here): string =>
  timeAndDay(moment, { today: localDate(now, timeZone), timeZone })
