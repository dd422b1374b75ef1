import { DECENT_HOURS } from '../../../contracts/shared/sending-hours.ts'
import { addDays, instantOf, localDate, startOfDay, wallClock } from '../../platform/dates.ts'
import { isFrenchHoliday } from './public-holidays-rules.ts'
import { closesAfter, nextSendingMoment } from './sending-hours-rules.ts'

/** Minutes after local midnight between which a text may go on a day ('2026-11-20'); null on a day without. */
type HoursOfDay = (day: string) => { from: number; until: number } | null

const SUNDAY = 0
const SATURDAY = 6

/** Where law or the carriers' code asks for more, by the country of the number (decision 50). */
const STRICTER: Record<string, HoursOfDay> = {
  FR: (day) => {
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
    if (weekday === SUNDAY || isFrenchHoliday(day)) return null
    return weekday === SATURDAY ? { from: 10 * 60, until: 19 * 60 } : { from: 8 * 60, until: 20 * 60 }
  },
}

/** The first moment, `from` itself or later, that is decent in `country` by the clocks of `timeZone`. */
export const nextDecentMoment = (from: Date, country: string, timeZone: string): Date => {
  const hoursOf = STRICTER[country]
  if (!hoursOf) return nextSendingMoment(from, { timeZone, ...DECENT_HOURS })
  for (let moment = from; ; moment = startOfDay(addDays(localDate(moment, timeZone), 1), timeZone)) {
    const hours = hoursOf(localDate(moment, timeZone))
    const clock = wallClock(moment, timeZone)
    const minute = clock.hour * 60 + clock.minute
    if (!hours || minute >= hours.until) continue
    if (minute >= hours.from) return moment
    return instantOf({ ...clock, hour: Math.floor(hours.from / 60), minute: hours.from % 60 }, timeZone)
  }
}

/** When the decent hours end that are open at `moment`, which is itself where they are not. */
export const decentClosesAfter = (moment: Date, country: string, timeZone: string): Date | undefined => {
  const hoursOf = STRICTER[country]
  const hours = hoursOf ? hoursOf(localDate(moment, timeZone)) : DECENT_HOURS
  return hours ? closesAfter(moment, { timeZone, ...hours }) : moment
}
