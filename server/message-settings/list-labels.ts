import type { XeroLabel, XeroLabels } from '../../contracts/shared/review-rules.ts'
import { asBusiness } from '../database/database.ts'
import type { AskDeps } from '../organisations/ask-xero.ts'
import { askForOwner, type WhyNotAsked } from './ask-for-owner.ts'
import { findTenants } from './settings-queries.ts'

/** The contact groups and tracking options that this business has in Xero, by name. */
export const listLabels = async (deps: AskDeps, businessId: string): Promise<XeroLabels> => {
  const tenantIds = await asBusiness(deps.db, businessId, (trx) => findTenants(trx, businessId))
  const answers = await Promise.all(tenantIds.map((tenantId) => askOne(deps, tenantId)))
  const why = tenantIds.length === 0 ? 'notConnected' : answers.find((answer) => answer.why)?.why
  return {
    labels: answers.flatMap(({ labels }) => labels).toSorted((a, b) => a.name.localeCompare(b.name)),
    notAsked: why ? WORDS[why] : null,
  }
}

type Answer = { labels: XeroLabel[]; why: WhyNotAsked | null }

const askOne = async ({ xero, ...deps }: AskDeps, tenantId: string): Promise<Answer> => {
  const { found, why } = await askForOwner({ xero, ...deps }, tenantId, 2, async (session) => ({
    contact_group: (await xero.contactGroups(session)).body,
    tracking_option: (await xero.trackingOptions(session)).body,
  }))
  if (!found) return { labels: [], why }
  const labels = (['contact_group', 'tracking_option'] as const).flatMap((kind) =>
    found[kind].map((label) => ({ kind, tenantId, ...label })),
  )
  return { labels, why: null }
}

const WORDS: Record<WhyNotAsked, string> = {
  notConnected: 'Xero is not connected, so there are no groups to choose from.',
  needsReconnect: 'Xero has to be connected again before groups can be chosen.',
  dayUsedUp:
    'Xero limits how often we may ask in a day, and the rest of today is kept for paid invoices. Please try again tomorrow.',
  notAnswering: 'Xero cannot be asked just now. Please try again in a minute.',
}
