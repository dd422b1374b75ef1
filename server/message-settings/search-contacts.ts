import type { ContactSearchResponse } from '../../contracts/message-settings.ts'
import { asBusiness } from '../database/database.ts'
import type { AskDeps } from '../organisations/ask-xero.ts'
import { askForOwner, type WhyNotAsked } from './ask-for-owner.ts'
import { findKnownContacts, findTenants, type KnownContact } from './settings-queries.ts'

const MOST_CONTACTS = 8

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
  const { found, why } = await askForOwner(deps, tenantId, 1, (session) =>
    deps.xero.searchContacts(session, { term, most: MOST_CONTACTS }),
  )
  const contacts = (found?.body ?? []).flatMap(({ contactId, name }) =>
    name === undefined ? [] : [{ tenantId, contactId, name }],
  )
  return { contacts, why: why && WORDS[why] }
}

const ONLY_KNOWN = 'so this finds customers of paid invoices only.'

const WORDS: Record<WhyNotAsked, string> = {
  notConnected: `Xero is not connected, ${ONLY_KNOWN}`,
  needsReconnect: `Xero has to be connected again, ${ONLY_KNOWN}`,
  dayUsedUp: `Xero limits how often we may ask in a day, and the rest of today is kept for paid invoices, ${ONLY_KNOWN} Please try again tomorrow.`,
  notAnswering: `Xero cannot be asked just now, ${ONLY_KNOWN} Please try again in a minute.`,
}
