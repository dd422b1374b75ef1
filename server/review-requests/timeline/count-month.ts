import type { CalendarResponse } from '../../../contracts/review-requests.ts'
import { findTimeZone } from '../../businesses/business-time-zone.ts'
import type { TenantTrx } from '../../database/database.ts'
import { addDays, localDate, startOfDay } from '../../platform/dates.ts'
import { countBetween } from './timeline-queries.ts'

/** Six weeks, and the days before the 1st whatever day the week begins on. */
const GRID = { daysBefore: 6, days: 48 }

/** How many texts each day of the calendar's page has, in the business's own days. `month` is written 2026-11. */
export const countMonth = async (
  trx: TenantTrx,
  businessId: string,
  { month, now }: { month: string; now: Date },
): Promise<CalendarResponse> => {
  const timeZone = await findTimeZone(trx, businessId)
  const first = addDays(`${month}-01`, -GRID.daysBefore)
  const dates = Array.from({ length: GRID.days + 1 }, (_, index) => addDays(first, index))
  const counts = await countBetween(
    trx,
    businessId,
    dates.map((date) => startOfDay(date, timeZone)),
  )
  const days = counts.map((count, index) => ({ date: dates[index]!, count }))
  return {
    month,
    timeZone,
    today: localDate(now, timeZone),
    days: days.filter(({ count }) => count > 0),
  }
}
