import { DECENT_HOURS } from '../../../../contracts/shared/sending-hours.ts'
import { nextMomentFor, type Customer } from '../../deciding/recipient-hours-rules.ts'
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

/** The first moment, the one asked for or later, at which this customer may be texted. */
export const opensAt = (deps: HoursDeps, business: OpeningHours, customer: Customer) => {
  const hours = hoursOf(deps, business)
  return (moment: Date): Date => nextMomentFor(moment, customer, hours)
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
