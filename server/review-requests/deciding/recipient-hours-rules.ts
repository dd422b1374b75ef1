import { clockBetween, DAY_MS, MINUTE_MS } from '../../platform/dates.ts'
import { recipientZones, type Recipient } from '../../texts/phones/recipient-zones-rules.ts'
import { afterAsking } from './asking-first-rules.ts'
import { decentClosesAfter, nextDecentMoment } from './decent-hours-rules.ts'
import { closesAfter, nextSendingMoment } from './sending-hours-rules.ts'

/** `isDecent`: not at night either where the owner lets texts go at any hour. */
export type HoursToKeep = { sendingFrom: number | null; sendingUntil: number | null; isDecent: boolean }

/** `timeZone` is the organisation's. */
export type ZonedRecipient = Recipient & { timeZone: string }

/** When a text that is decided now is due: after the delay, once its owner was asked, within the customer's hours. */
export const dueAtFirst = (
  business: HoursToKeep & { delayMinutes: number; askFirstAt: number | null },
  customer: ZonedRecipient,
  now: Date,
): Date => {
  const earliest = new Date(now.getTime() + business.delayMinutes * MINUTE_MS)
  return nextMomentFor(afterAsking(earliest, { ...business, ...customer, now }), customer, business)
}

/**
 * The first moment, `from` itself or later, at which this customer may be texted: inside the owner's hours and decent,
 * by the customer's own clock, and where her zone is not known by each that it may be, as far as that can be. What it
 * says for a moment, it says for that moment again: a text that is due is not put off by being looked at.
 */
export const nextMomentFor = (from: Date, customer: ZonedRecipient, hours: HoursToKeep): Date => {
  const ways = waysFor(from, customer, hours)
  for (const way of ways) {
    const moment = firstThatSuits(from, way)
    if (!moment) continue
    if (moment.getTime() - from.getTime() <= AWAITED_MS || !ways.some((other) => suits(from, other)))
      return moment
  }
  const [last] = ways.at(-1)!
  return last?.next(from) ?? from
}

/** When the first of the hours ends by which this customer may be texted at `moment`; undefined where none does. */
export const closesFor = (moment: Date, customer: ZonedRecipient, hours: HoursToKeep): Date | undefined => {
  const way = waysFor(moment, customer, hours).find((all) => suits(moment, all))
  if (!way) return moment
  let first: Date | undefined
  for (const { closes } of way) {
    const closing = closes(moment)
    if (closing && !(first && first <= closing)) first = closing
  }
  return first
}

/** The first moment, this one or later, inside of hours; and when they end from a moment inside. */
type Hours = { next: (moment: Date) => Date; closes: (moment: Date) => Date | undefined }

/** Hours that are kept together: the first of these ways by which a moment comes at all. */
const waysFor = (
  from: Date,
  { timeZone: organisationZone, ...recipient }: ZonedRecipient,
  { sendingFrom, sendingUntil, isDecent }: HoursToKeep,
): Hours[][] => {
  const zones = oneOfEachClock(recipientZones(recipient, organisationZone), from)
  const own = zones.map((timeZone): Hours => {
    const hours = { timeZone, from: sendingFrom, until: sendingUntil }
    return {
      next: (moment) => nextSendingMoment(moment, hours),
      closes: (moment) => closesAfter(moment, hours),
    }
  })
  const decent = !isDecent
    ? []
    : zones.map((timeZone): Hours => {
        const { country } = recipient
        return {
          next: (moment) => nextDecentMoment(moment, country, timeZone),
          closes: (moment) => decentClosesAfter(moment, country, timeZone),
        }
      })
  // Hours of the owner's that are shorter than the zones are apart suit no moment: then one clock is enough for them,
  // that of the number's area before the organisation's. Where it is not decent by any of them, decency alone is kept.
  return [[...own, ...decent], ...own.map((one) => [one, ...decent]), decent, decent.slice(0, 1)]
}

/** No law closes more days one after another. */
const SEARCHED_MS = 10 * DAY_MS

/**
 * No better way is awaited longer where one suits at once. It may come into what is searched by a change of clocks only
 * after a text was planned: that text would be put off on its day.
 */
const AWAITED_MS = SEARCHED_MS / 2

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

const suits = (moment: Date, all: Hours[]): boolean => all.every(({ next }) => next(moment) <= moment)

const firstThatSuits = (from: Date, all: Hours[]): Date | undefined => {
  for (let moment = from; moment.getTime() - from.getTime() <= SEARCHED_MS;) {
    const later = all.reduce((reached, { next }) => next(reached), moment)
    if (later.getTime() === moment.getTime()) return moment
    moment = later
  }
  return undefined
}
