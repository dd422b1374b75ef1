import { DAY_MS, MINUTE_MS } from '../../platform/dates.ts'
import { recipientZones, type Recipient } from '../../texts/recipient-zones-rules.ts'
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
 * by the customer's own clock, and where her zone is not known by each that it may be.
 */
export const nextMomentFor = (
  from: Date,
  { timeZone: organisationZone, ...recipient }: Customer,
  { sendingFrom, sendingUntil, isDecent }: HoursToKeep,
): Date => {
  const zones = recipientZones(recipient, organisationZone)
  const own = zones.map((timeZone): Next => {
    return (moment) => nextSendingMoment(moment, { timeZone, from: sendingFrom, until: sendingUntil })
  })
  const decent = zones.map((timeZone): Next => {
    return (moment) => (isDecent ? nextDecentMoment(moment, recipient.country, timeZone) : moment)
  })
  // Hours of the owner's that are shorter than the country is wide suit no moment: then only decency is kept.
  return firstThatSuits(from, [...own, ...decent]) ?? firstThatSuits(from, decent) ?? decent[0]!(from)
}

type Next = (moment: Date) => Date

/** No law closes more days one after another. */
const SEARCHED_MS = 10 * DAY_MS

const firstThatSuits = (from: Date, all: Next[]): Date | undefined => {
  let moment = from
  while (moment.getTime() - from.getTime() <= SEARCHED_MS) {
    const later = all.map((next) => next(moment)).find((next) => next > moment)
    if (!later) return moment
    moment = later
  }
  return undefined
}
