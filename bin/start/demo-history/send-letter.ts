import { DEMO_ORGANISATION } from '../../../sandbox/xero/demo/demo-organisation.ts'
import { sendWeeklyLetters } from '../../../server/notices/weekly/send-weekly-letters.ts'
import { addDays, instantOf, localDate } from '../../../server/platform/dates.ts'
import type { Parts } from '../../../server/wiring/parts.ts'

const { iana } = DEMO_ORGANISATION.timeZone

/**
 * The weekly letter of this week's Monday, so that the sandbox's post office has one on every day of a week. Early on a
 * Monday it goes ahead of its hour: by its date, "last week" is the week that has just ended.
 */
export const sendLetter = async (parts: Parts): Promise<void> => {
  const monday = mondayOf(parts.clock())
  await sendWeeklyLetters({ ...parts, clock: () => monday })
}

/** At nine, when the letter goes. */
const mondayOf = (now: Date): Date => {
  const today = localDate(now, iana)
  const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  const [year, month, day] = addDays(today, -sinceMonday).split('-').map(Number) as [number, number, number]
  return instantOf({ year, month, day, hour: 9, minute: 0 }, iana)
}
