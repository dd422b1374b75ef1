import { DECENT_HOURS } from '../../../../contracts/shared/sending-hours.ts'
import { closesFor, nextMomentFor, type ZonedRecipient } from '../../deciding/recipient-hours-rules.ts'
import type { PaceFacts } from './pace-rules.ts'

const DAY_MINUTES = 24 * 60
/** Where the owner names no hours, these are taken for them. */
const DECENT_MINUTES = DECENT_HOURS.until - DECENT_HOURS.from

export type HoursDeps = { isLive: boolean }

export type OpeningHours = {
  sendingFrom: number | null
  sendingUntil: number | null
  keepsDecentHours: boolean
}

/** In less time a gateway that sends one text after another may not come to this one, and would drop it. */
const LEAST_OPEN_MS = 30_000

/** The first moment, the one asked for or later, at which this customer may be texted, and for half a minute more. */
export const opensAt = (deps: HoursDeps, business: OpeningHours, customer: ZonedRecipient) => {
  const hours = hoursOf(deps, business)
  return (moment: Date): Date => {
    const opening = nextMomentFor(moment, customer, hours)
    const closing = closesFor(opening, customer, hours)
    const isLongEnough = !closing || closing.getTime() - opening.getTime() >= LEAST_OPEN_MS
    return isLongEnough ? opening : nextMomentFor(closing, customer, hours)
  }
}

/** For how long this customer may be texted from now on, which is a moment for it; undefined for ever. */
export const openMs = (
  deps: HoursDeps,
  business: OpeningHours,
  customer: ZonedRecipient,
  now: Date,
): number | undefined => {
  const closing = closesFor(now, customer, hoursOf(deps, business))
  return closing && closing.getTime() - now.getTime()
}

/** Where most customers are: a number without a country is where the organisation is. */
export const homeOf = (
  deps: HoursDeps,
  business: OpeningHours,
  { timeZone }: { timeZone: string },
): Pick<PaceFacts, 'opensAtHome' | 'openMinutes'> => ({
  opensAtHome: opensAt(deps, business, { phone: '', country: 'ZZ', timeZone }),
  openMinutes: openMinutesOf(hoursOf(deps, business)),
})

const hoursOf = ({ isLive }: HoursDeps, business: OpeningHours) => ({
  ...business,
  isDecent: isLive && business.keepsDecentHours,
})

const openMinutesOf = ({ isDecent, sendingFrom, sendingUntil }: ReturnType<typeof hoursOf>): number => {
  if (sendingFrom === null || sendingUntil === null) return DECENT_MINUTES
  if (sendingFrom >= sendingUntil)
    return (sendingUntil - sendingFrom + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES
  const open = isDecent
    ? Math.min(sendingUntil, DECENT_HOURS.until) - Math.max(sendingFrom, DECENT_HOURS.from)
    : sendingUntil - sendingFrom
  return open > 0 ? open : DECENT_MINUTES
}
