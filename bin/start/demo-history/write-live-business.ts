import type { BUSY_ORGANISATION } from '../../../sandbox/xero/demo/busy-organisation.ts'
import { placeIdOf } from '../../../sandbox/places/businesses.ts'
import { asSystem, type TenantTrx } from '../../../server/database/database.ts'
import { seedBusiness } from '../../../server/flows/accounts/seed-business.ts'
import { recordInvoices } from '../../../server/flows/paid-invoices/record-invoices.ts'
import { findOrganisation } from '../../../server/organisations/organisation-queries.ts'
import { asDecider, findBasis } from '../../../server/review-requests/deciding/as-decider.ts'
import { DAY_MS } from '../../../server/platform/dates.ts'
import { assignSender } from '../../../server/senders/sender-queries.ts'
import type { Parts } from '../../../server/wiring/parts.ts'
import { found, listPaid } from './list-paid.ts'
import { seedOwner } from './seed-owner.ts'

const LIVE_DAYS = 3

type Settings = Record<'pace_per_day' | 'pace_per_hour', number> &
  Record<'sending_from' | 'sending_until', number | null> & { ask_first_at?: number }

type LiveBusiness = {
  organisation: typeof BUSY_ORGANISATION
  place: { name: string; suburb: string; address: string }
  owner: { name: string; email: string }
  tokens: { accessToken: string; refreshToken: string }
  fundsCents: number
  /** As its owner could choose them in SMS Setup. */
  settings: Settings
  template: string
  sender?: string
}

/**
 * A business of the demo that went live some days ago. What is paid in its Xero is decided now, by the product's own
 * rules, and what comes of it the worker sends. `then` is the last part of it: all or nothing.
 */
export const writeLiveBusiness = async (
  parts: Parts,
  { organisation: books, place, owner, tokens, fundsCents, settings, template, sender }: LiveBusiness,
  then: (trx: TenantTrx, businessId: string) => Promise<void> = async () => {},
): Promise<void> => {
  const { tenantId, name, timeZone } = books
  const now = parts.clock()
  const joinedAt = new Date(now.getTime() - LIVE_DAYS * DAY_MS)
  const paid = await listPaid(parts, { accessToken: tokens.accessToken, tenantId })
  const { businessId } = await seedBusiness(parts, {
    number: 0,
    name,
    tenantId,
    tokens,
    fundsCents,
    currency: parts.env.CURRENCY,
    template,
    timeZone: timeZone.iana,
    place: { placeId: placeIdOf(place.name, place.suburb), address: place.address },
  })
  if (sender !== undefined) await asSystem(parts.db, (trx) => assignSender(trx, businessId, sender))
  await seedOwner(parts, businessId, { ...owner, joinedAt })
  await asDecider(parts.db, { businessId, tenantId }, async (trx) => {
    await trx.updateTable('businesses').set(settings).where('id', '=', businessId).execute()
    await trx
      .updateTable('organisations')
      .set({
        live_since: joinedAt,
        connected_at: joinedAt,
        created_date_utc: joinedAt,
        sweep_cursor: now,
        swept_at: now,
      })
      .where('business_id', '=', businessId)
      .execute()
    const organisation = (await findOrganisation(trx, tenantId))!
    const deps = { ...parts, sqlNow: () => now }
    const basis = await findBasis(trx, organisation)
    const options = { basis, foundBy: 'webhook' as const, askedAt: now, now }
    await recordInvoices(trx, deps, organisation, paid.map(found), options)
    await then(trx, businessId)
  })
}
