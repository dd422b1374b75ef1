import { DEMO_ORGANISATION } from '../../../sandbox/xero/demo/demo-organisation.ts'
import { sendWeeklyLetters } from '../../../server/notices/weekly/send-weekly-letters.ts'
import { addDays, instantOf, localDate } from '../../../server/platform/dates.ts'
import type { Parts } from '../../../server/wiring/parts.ts'

const { iana } = DEMO_ORGANISATION.timeZone

/** The weekly letter of the latest Monday morning, so that the sandbox's post office has one on every day of a week. */
export const sendLetter = async (parts: Parts): Promise<void> => {
  const monday = latestMonday(parts.clock())
  await sendWeeklyLetters({ ...parts, clock: () => monday })
}

/** At nine, when the letter goes. */
const latestMonday = (now: Date): Date => {
  const today = localDate(now, iana)
  const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  const thisWeek = nineOn(addDays(today, -sinceMonday))
  return thisWeek <= now ? thisWeek : nineOn(addDays(today, -sinceMonday - 7))
}

const nineOn = (day: string): Date => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return instantOf({ year, month, day: date, hour: 9, minute: 0 }, iana)
}
