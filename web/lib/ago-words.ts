import { dayOf, daysBetween } from './formats/days.ts'
import { locale } from './formats/locale.ts'
import { dateAlone } from './words.ts'

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['hour', 3600],
  ['minute', 60],
]

/**
 * 'just now', '4 minutes ago', 'yesterday', and the date once it is more than two weeks ago. Days are those of a
 * calendar in `timeZone`: what is 47 hours old was not yesterday.
 */
export const agoInWords = (instant: string, now: number, timeZone: string | undefined): string => {
  const seconds = Math.max(0, (now - Date.parse(instant)) / 1000)
  const days = daysBetween(dayOf(instant, timeZone), dayOf(now, timeZone))
  if (days > 14) return `on ${dateAlone(instant, timeZone)}`
  if (days > 0 && seconds >= 86_400) return relative.format(-days, 'day')
  for (const [unit, length] of STEPS) {
    if (seconds >= length) return relative.format(-Math.floor(seconds / length), unit)
  }
  return 'just now'
}
