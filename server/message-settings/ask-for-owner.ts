import type { XeroSession } from '../integrations/xero/xero-types.ts'
import { askXero, OrganisationUnavailable, type AskDeps } from '../organisations/ask-xero.ts'
import {
  findOrganisation,
  isDayUsedUp,
  type SyncedOrganisation,
} from '../organisations/organisation-queries.ts'
import { HOUR_MS } from '../platform/dates.ts'
import { VendorFailure } from '../platform/errors.ts'

export type WhyNotAsked = 'notConnected' | 'needsReconnect' | 'dayUsedUp' | 'notAnswering'

/** Where the sync needs the minute, an owner who looks something up waits her turn. */
const BURST = 20

/** Asks Xero while an owner waits for the answer; where it cannot be asked, or fails, returns why. */
export const askForOwner = async <Found>(
  deps: AskDeps,
  tenantId: string,
  calls: number,
  question: (session: XeroSession) => Promise<Found>,
): Promise<{ found: Found; why: null } | { found: undefined; why: WhyNotAsked }> => {
  const organisation = await findOrganisation(deps.db, tenantId)
  if (!organisation) return without('notConnected')
  if (organisation.authorisationState === 'needs_reconnect') return without('needsReconnect')
  const now = deps.clock()
  if (isDayUsedUp(organisation, now) || isBlockedForHours(organisation, now)) return without('dayUsedUp')
  try {
    return { found: await askXero(deps, organisation, { calls, burst: BURST }, question), why: null }
  } catch (cause) {
    if (cause instanceof OrganisationUnavailable) return without(whyOf(cause))
    if (cause instanceof VendorFailure) return without('notAnswering')
    throw cause
  }
}

/** Of Xero's limits, only that of the day lasts so long. */
const isBlockedForHours = ({ blockedUntil }: SyncedOrganisation, now: Date): boolean =>
  blockedUntil !== null && blockedUntil.getTime() - now.getTime() > HOUR_MS

const whyOf = ({ why, cause }: OrganisationUnavailable): WhyNotAsked => {
  if (why === 'needs-reconnect') return 'needsReconnect'
  const isOfDay = cause instanceof VendorFailure && /^rate-limit:.*day/.test(cause.code)
  return isOfDay ? 'dayUsedUp' : 'notAnswering'
}

const without = (why: WhyNotAsked) => ({ found: undefined, why })
