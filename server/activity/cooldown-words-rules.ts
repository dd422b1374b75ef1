import type { Explanation } from '../../contracts/shared/values.ts'
import { addDays, DAY_MS, localDate } from '../platform/dates.ts'
import type { State } from '../review-requests/timeline/words/request-words-rules.ts'

/** What the cooldown was counted from when it was decided. */
export type RestDetail = { lastTextedAt?: string; plannedFor?: string; cooldownDays?: number }

/** The text that was planned then, as it is now: `at` is the moment under which the timeline shows it. */
export type PlannedText = { state: State; at: string }

/** The business's own day, and where that is. */
export type Today = { today: string; timeZone: string }

/**
 * 'Texted on 3 Sep; next eligible 2 Dec (cooldown: 90 days).' A text that was planned then is described by what has
 * become of it, and by its day in the timeline. Undefined for a decision of before this was kept.
 */
export const restWords = (
  { lastTextedAt, plannedFor, cooldownDays }: RestDetail,
  planned: PlannedText | null,
  { today, timeZone }: Today,
): Explanation | undefined => {
  if (!cooldownDays) return undefined
  const rest = `(cooldown: ${cooldownDays === 1 ? 'a day' : `${cooldownDays} days`})`
  const dayOf = (moment: Date): string => dayAndMonth(localDate(moment, timeZone), today)
  const went = planned && WENT.includes(planned.state) ? planned.at : undefined
  if (plannedFor !== undefined && went === undefined) {
    const what = (planned && ENDED[planned.state]) ?? 'A text to them was already planned for'
    return { what: `${what} ${dayOf(new Date(planned?.at ?? plannedFor))} ${rest}.` }
  }
  const textedAt = went ?? lastTextedAt
  if (textedAt === undefined) return undefined
  const texted = new Date(textedAt)
  const again = new Date(texted.getTime() + cooldownDays * DAY_MS)
  return { what: `Texted on ${dayOf(texted)}; next eligible ${dayOf(again)} ${rest}.` }
}

const WENT: State[] = ['sent', 'delivered']

const NOT_SENT = 'A text to them was already planned, and not sent in the end:'
const ENDED: Partial<Record<State, string>> = {
  failed: 'A text to them was already planned. It could not be delivered on',
  cancelled: `${NOT_SENT} it was due`,
  expired: `${NOT_SENT} it was due`,
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** '3 Sep', and the year where it is neither this one nor a day that comes within ten months. */
const dayAndMonth = (day: string, today: string): string => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const short = `${date} ${MONTHS[month - 1]}`
  const isSoon = day >= today && day <= addDays(today, 300)
  return isSoon || day.slice(0, 4) === today.slice(0, 4) ? short : `${short} ${year}`
}
