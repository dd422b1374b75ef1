import { MINUTE_MS } from '../../platform/dates.ts'
import { nextSendingMoment } from './sending-hours-rules.ts'

/** An owner who is asked first has at least so long to say no. */
const LEAST_NOTICE_MINUTES = 60

/** From `earliest` on, with enough notice, the next time that her clock shows `askFirstAt`. Null: she is not asked. */
export const afterAsking = (
  earliest: Date,
  { askFirstAt, timeZone, now }: { askFirstAt: number | null; timeZone: string; now: Date },
): Date => {
  if (askFirstAt === null) return earliest
  const noticed = new Date(Math.max(earliest.getTime(), now.getTime() + LEAST_NOTICE_MINUTES * MINUTE_MS))
  return nextSendingMoment(noticed, { timeZone, from: askFirstAt, until: askFirstAt + 1 })
}
