import { BUSY_OWNER } from '../../../sandbox/google/people.ts'
import { BUSY_BUSINESS, placeIdOf } from '../../../sandbox/places/businesses.ts'
import {
  BUSY_ACCESS_TOKEN,
  BUSY_ORGANISATION,
  BUSY_REFRESH_TOKEN,
} from '../../../sandbox/xero/demo/busy-organisation.ts'
import { asBusiness, asSystem } from '../../../server/database/database.ts'
import { seedBusiness } from '../../../server/flows/accounts/seed-business.ts'
import { recordInvoices } from '../../../server/flows/paid-invoices/record-invoices.ts'
import { findOrganisation } from '../../../server/organisations/organisation-queries.ts'
import { DAY_MS } from '../../../server/platform/dates.ts'
import { assignSender } from '../../../server/senders/sender-queries.ts'
import type { Parts } from '../../../server/wiring/parts.ts'
import { found, listPaid } from './list-paid.ts'
import { seedOwner } from './seed-owner.ts'

const LIVE_DAYS = 3
const FUNDS_CENTS = 2_500
/** As her owner could choose them in SMS Setup: at most 20 a day, from 8 am to 6 pm. */
const PACE = { pace_per_day: 20, pace_per_hour: 7, sending_from: 480, sending_until: 1080 }
/** Registered, as it were: nobody can reply to it, so that its texts have a link to opt out. */
const OWN_NAME = 'CarrickRoof'
/** Short, since the name says who texts and there are two links: one segment, with a long first name too. */
const MESSAGE = 'Hi {firstName}, thanks for choosing us. Could you review us on Google? {reviewLink}'

/**
 * A second business, whose owner has just reconciled a month: the product's own rules decide its payments now, and its
 * texts wait for their turn, which the worker gives them.
 */
export const writeFlood = async (parts: Parts): Promise<void> => {
  const { tenantId, name, timeZone } = BUSY_ORGANISATION
  const now = parts.clock()
  const joinedAt = new Date(now.getTime() - LIVE_DAYS * DAY_MS)
  const paid = await listPaid(parts, { accessToken: BUSY_ACCESS_TOKEN, tenantId })
  const { businessId } = await seedBusiness(parts, {
    number: 0,
    name,
    tenantId,
    tokens: { accessToken: BUSY_ACCESS_TOKEN, refreshToken: BUSY_REFRESH_TOKEN },
    fundsCents: FUNDS_CENTS,
    currency: parts.env.CURRENCY,
    template: MESSAGE,
    timeZone: timeZone.iana,
    place: { placeId: placeIdOf(BUSY_BUSINESS.name, BUSY_BUSINESS.suburb), address: BUSY_BUSINESS.address },
  })
  await asSystem(parts.db, (trx) => assignSender(trx, businessId, OWN_NAME))
  await seedOwner(parts, businessId, { ...BUSY_OWNER, joinedAt })
  await asBusiness(parts.db, businessId, async (trx) => {
    await trx.updateTable('businesses').set(PACE).where('id', '=', businessId).execute()
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
    await recordInvoices(trx, deps, organisation, paid.map(found), { foundBy: 'webhook', askedAt: now, now })
  })
}
