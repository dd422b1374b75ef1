import type { ContactSearchResponse } from '../../contracts/message-settings.ts'
import { asBusiness } from '../database/database.ts'
import { askXero, OrganisationUnavailable, type AskDeps } from '../organisations/ask-xero.ts'
import {
  findOrganisation,
  isDayUsedUp,
  type SyncedOrganisation,
} from '../organisations/organisation-queries.ts'
import { MINUTE_MS } from '../platform/dates.ts'
import { VendorFailure } from '../platform/errors.ts'
import { findKnownContacts, findTenants, type KnownContact } from './settings-queries.ts'

export const MOST_CONTACTS = 8
/** Where the sync needs the minute, a search waits its turn. */
const BURST = 20

/**
 * Customers by name: Xero's contacts, of whom some never paid, and those of paid invoices, who are found also where
 * Xero cannot be asked. Where it cannot, the answer says why.
 */
export const searchContacts = async (
  deps: AskDeps,
  businessId: string,
  term: string,
): Promise<ContactSearchResponse> => {
  const { known, tenantIds } = await asBusiness(deps.db, businessId, async (trx) => ({
    known: await findKnownContacts(trx, businessId, { term, most: MOST_CONTACTS }),
    tenantIds: await findTenants(trx, businessId),
  }))
  const answers = await Promise.all(tenantIds.map((tenantId) => askOne(deps, tenantId, term)))
  const found = [...answers.flatMap(({ contacts }) => contacts), ...known]
  const contacts = [...new Map(found.map((contact) => [contact.contactId, contact])).values()]
  return {
    contacts: contacts.toSorted((a, b) => a.name.localeCompare(b.name)).slice(0, MOST_CONTACTS),
    notAsked:
      tenantIds.length === 0 ? WORDS.notConnected : (answers.find(({ why }) => why !== null)?.why ?? null),
  }
}

type Answer = { contacts: KnownContact[]; why: string | null }

const askOne = async (deps: AskDeps, tenantId: string, term: string): Promise<Answer> => {
  const organisation = await findOrganisation(deps.db, tenantId)
  if (!organisation) return without('notConnected')
  if (organisation.authorisationState === 'needs_reconnect') return without('needsReconnect')
  const now = deps.clock()
  if (isDayUsedUp(organisation, now) || isBlockedForHours(organisation, now)) return without('dayUsedUp')
  try {
    const { body } = await askXero(deps, organisation, { calls: 1, burst: BURST }, (session) =>
      deps.xero.searchContacts(session, { term, most: MOST_CONTACTS }),
    )
    const named = body.filter(({ name }) => name !== '')
    return { contacts: named.map(({ contactId, name }) => ({ tenantId, contactId, name })), why: null }
  } catch (cause) {
    if (cause instanceof OrganisationUnavailable) return without(wordsFor(cause))
    if (cause instanceof VendorFailure) return without('notAnswering')
    throw cause
  }
}

/** Of Xero's limits, only that of the day lasts so long. */
const isBlockedForHours = ({ blockedUntil }: SyncedOrganisation, now: Date): boolean =>
  blockedUntil !== null && blockedUntil.getTime() - now.getTime() > 60 * MINUTE_MS

const wordsFor = ({ why, cause }: OrganisationUnavailable): keyof typeof WORDS => {
  if (why === 'needs-reconnect') return 'needsReconnect'
  const isOfDay = cause instanceof VendorFailure && /^rate-limit:.*day/.test(cause.code)
  return isOfDay ? 'dayUsedUp' : 'notAnswering'
}

const ONLY_KNOWN = 'so this finds customers of paid invoices only.'

const WORDS = {
  notConnected: `Xero is not connected, ${ONLY_KNOWN}`,
  needsReconnect: `Xero has to be connected again, ${ONLY_KNOWN}`,
  dayUsedUp: `Xero limits how often we may ask in a day, and the rest of today is kept for paid invoices, ${ONLY_KNOWN} Please try again tomorrow.`,
  notAnswering: `Xero cannot be asked just now, ${ONLY_KNOWN} Please try again in a minute.`,
}

const without = (why: keyof typeof WORDS): Answer => ({ contacts: [], why: WORDS[why] })
