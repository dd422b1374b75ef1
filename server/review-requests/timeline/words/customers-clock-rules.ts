import { DECENT_HOURS } from '../../../../contracts/shared/sending-hours.ts'
import { localDate, MINUTE_MS, wallClock } from '../../../platform/dates.ts'
import { timeAndDay, timeOfDay } from '../../../platform/moments-in-words-rules.ts'
import { notBlank } from '../../../platform/not-blank-rules.ts'
import { recipientZones } from '../../../texts/phones/recipient-zones-rules.ts'
import { nextMomentFor, oneOfEachClock } from '../../deciding/recipient-hours-rules.ts'
import type { Here } from './request-words-rules.ts'

/** Where the customer of a text that waits may be, and the hours that its owner has set. */
export type CustomersClock = {
  phone: string
  country: string
  name: string | null
  organisationZone: string
  sendingFrom: number | null
  sendingUntil: number | null
  /** Its place in the queue, where the pace has given it one. */
  turnAt: string | null
}

type Waits = { clock: CustomersClock | null; dueAt: Date }

/**
 * 'It is 10:14 pm where Priya is. Goes out at 8:00 am there, 7:00 pm today your time.' Of a text that waits for the
 * hours of a customer whose clock is not the owner's; undefined for any other.
 */
export const clockWords = ({ clock, dueAt }: Waits, { now, timeZone }: Here): string | undefined => {
  const zones = clock ? zonesElsewhere(clock, dueAt, timeZone) : []
  const [zone] = zones
  const turnIsToCome = clock?.turnAt && new Date(clock.turnAt) > now
  if (!clock || !zone || dueAt <= now || turnIsToCome || !isOpening(clock, dueAt)) return undefined
  const name = notBlank(clock.name)
  const who = name ?? 'this customer'
  const yours = `${timeAndDay(dueAt, { today: localDate(now, timeZone), timeZone })} your time`
  if (zones.length > 1)
    return `${name ?? 'This customer'} may be in one of several time zones. Goes out at ${yours}, when it is a decent hour in each of them.`
  const there = timeOfDay(dueAt, zone)
  if (!isClosed(clock, now)) return `Goes out at ${there} where ${who} is, ${yours}.`
  return `It is ${timeThere(now, zone)} where ${who} is. Goes out at ${there} there, ${yours}.`
}

/** '8:00 am where Priya is', as a step of its way says it; undefined likewise. */
export const clockThere = ({ clock, dueAt }: Waits, timeZone: string): string | undefined => {
  const [zone, other] = clock ? zonesElsewhere(clock, dueAt, timeZone) : []
  return clock && zone && !other
    ? `${timeOfDay(dueAt, zone)} where ${notBlank(clock.name) ?? 'this customer'} is`
    : undefined
}

/** One for each clock that the customer's may be; none where that is the owner's own. */
const zonesElsewhere = (clock: CustomersClock, at: Date, timeZone: string): string[] => {
  const zones = oneOfEachClock(recipientZones(clock, clock.organisationZone), at)
  const [first] = zones
  const isHere = zones.length === 1 && minuteOf(at, first!) === minuteOf(at, timeZone)
  return isHere ? [] : zones
}

/** In real use. In the sandbox nothing waits for a decent hour, so that no text is due at the end of a night. */
const isClosed = ({ organisationZone, ...clock }: CustomersClock, at: Date): boolean =>
  nextMomentFor(at, { ...clock, timeZone: organisationZone }, { ...clock, isDecent: true }) > at

const isOpening = (clock: CustomersClock, at: Date): boolean =>
  isClosed(clock, new Date(at.getTime() - MINUTE_MS))

/** '10:14 pm'; with its day where it is by day, because then the day is why it waits. */
const timeThere = (at: Date, zone: string): string => {
  const minute = minuteOf(at, zone)
  const time = timeOfDay(at, zone)
  const isByDay = minute >= DECENT_HOURS.from && minute < DECENT_HOURS.until
  return isByDay ? `${at.toLocaleDateString('en-AU', { weekday: 'long', timeZone: zone })}, ${time},` : time
}

const minuteOf = (at: Date, zone: string): number => {
  const { hour, minute } = wallClock(at, zone)
  return hour * 60 + minute
}
