import { clockBetween, DAY_MS, MINUTE_MS } from '../../platform/dates.ts'
import { recipientZones, type Recipient } from '../../texts/phones/recipient-zones-rules.ts'
import { afterAsking } from './asking-first-rules.ts'
import { nextDecentMoment } from './decent-hours-rules.ts'
import { nextSendingMoment } from './sending-hours-rules.ts'

/** `isDecent`: not at night either where the owner lets texts go at any hour. */
export type HoursToKeep = { sendingFrom: number | null; sendingUntil: number | null; isDecent: boolean }

/** `timeZone` is the organisation's. */
export type Customer = Recipient & { timeZone: string }

/** When a text that is decided now is due: after the delay, once its owner was asked, within the customer's hours. */
export const dueAtFirst = (
  business: HoursToKeep & { delayMinutes: number; askFirstAt: number | null },
  customer: Customer,
  now: Date,
): Date => {
  const earliest = new Date(now.getTime() + business.delayMinutes * MINUTE_MS)
  return nextMomentFor(afterAsking(earliest, { ...business, ...customer, now }), customer, business)
}

/**
 * The first moment, `from` itself or later, at which this customer may be texted: inside the owner's hours and decent,
 * by the customer's own clock, and where her zone is not known by each that it may be, as far as that can be.
 */
export const nextMomentFor = (
  from: Date,
  { timeZone: organisationZone, ...recipient }: Customer,
  { sendingFrom, sendingUntil, isDecent }: HoursToKeep,
): Date => {
  const zones = oneOfEachClock(recipientZones(recipient, organisationZone), from)
  const own = zones.map((timeZone): Next => {
    return (moment) => nextSendingMoment(moment, { timeZone, from: sendingFrom, until: sendingUntil })
  })
  const decent = zones.map((timeZone): Next => {
    return (moment) => (isDecent ? nextDecentMoment(moment, recipient.country, timeZone) : moment)
  })
  // Hours of the owner's that are shorter than the zones are apart suit no moment: then one clock is enough for them,
  // that of the number's area before the organisation's. Where it is not decent by any of them, decency alone is kept.
  const ways = [[...own, ...decent], ...own.map((one) => [one, ...decent]), decent]
  for (const way of ways) {
    const moment = firstThatSuits(from, way)
    if (moment) return moment
  }
  return decent[0]!(from)
}

type Next = (moment: Date) => Date

/** No law closes more days one after another. */
const SEARCHED_MS = 10 * DAY_MS

/** None of the hours looks further ahead from a moment that is still searched. */
const LOOKED_AT_MS = SEARCHED_MS + 5 * DAY_MS

/** Of zones whose clocks show the same meanwhile, the first: the United States have 29 zones and at most 8 clocks. */
export const oneOfEachClock = (zones: string[], from: Date): string[] => {
  if (zones.length === 1) return zones
  const until = new Date(from.getTime() + LOOKED_AT_MS)
  const clocks = new Set<string>()
  return zones.filter((zone) => {
    const clock = clockBetween(from, until, zone)
    const isFirst = !clocks.has(clock)
    clocks.add(clock)
    return isFirst
  })
}

const firstThatSuits = (from: Date, all: Next[]): Date | undefined => {
  for (let moment = from; moment.getTime() - from.getTime() <= SEARCHED_MS;) {
    const later = all.reduce((reached, next) => next(reached), moment)
    if (later.getTime() === moment.getTime()) return moment
    moment = later
  }
  return undefined
}
