import { asSystem, type Db } from '../../database/database.ts'
import { grantFunds } from '../funds/grant-funds.ts'
import { reviewUrlFor } from '../../integrations/google/review-url.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/dates.ts'
import { sealTokens } from '../../organisations/seal-tokens.ts'
import type { Sealer } from '../../platform/seal.ts'

export type SeededBusiness = { businessId: string; tenantId: string; name: string }

type Wanted = {
  number: number
  fundsCents: number
  currency: string
  name?: string
  tenantId?: string
  tokens?: Tokens
  place?: { placeId: string; address: string }
  template?: string
  timeZone?: string
}
type Tokens = { accessToken: string; refreshToken: string }

const TEMPLATE =
  'Hi {firstName}, thanks for your payment of invoice {invoiceNumber}. Could you leave us a review? {reviewLink}'
const TOKEN_LIFE_MS = 30 * MINUTE_MS

/**
 * An onboarded business with a live Xero connection: the tokens are ones that the configured Xero accepts. Live since
 * yesterday, automation on; texts at any hour, as many as there are.
 */
export const seedBusiness = (
  { db, sealer }: { db: Db; sealer: Sealer },
  { number, fundsCents, currency, name = `Seeded Business ${number}`, ...wanted }: Wanted,
): Promise<SeededBusiness> => {
  const tenantId = wanted.tenantId ?? crypto.randomUUID()
  const tokens = wanted.tokens ?? {
    accessToken: `seed-access-${tenantId}`,
    refreshToken: `seed-refresh-${tenantId}`,
  }
  const { placeId, address = null } = wanted.place ?? { placeId: `seeded-place-${tenantId}` }
  const now = Date.now()
  const liveSince = new Date(now - DAY_MS)
  return asSystem(db, async (trx) => {
    const business = await trx
      .insertInto('businesses')
      .values({
        name,
        address,
        place_id: placeId,
        review_url: reviewUrlFor(placeId),
        place_checked_at: new Date(now),
        currency,
        template: wanted.template ?? TEMPLATE,
        automation_enabled: true,
        sending_from: null,
        sending_until: null,
        pace_per_hour: null,
        pace_per_day: null,
        keeps_decent_hours: false,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const authorisationId = crypto.randomUUID()
    await trx
      .insertInto('xero_authorisations')
      .values({
        business_id: business.id,
        id: authorisationId,
        ...sealTokens(sealer, { businessId: business.id, authorisationId }, tokens),
        access_expires_at: new Date(now + TOKEN_LIFE_MS),
        authentication_event_id: null,
      })
      .execute()
    await trx
      .insertInto('organisations')
      .values({
        business_id: business.id,
        tenant_id: tenantId,
        authorisation_id: authorisationId,
        connection_id: crypto.randomUUID(),
        name,
        country: 'AU',
        currency: 'AUD',
        time_zone: wanted.timeZone ?? 'Australia/Sydney',
        live_since: liveSince,
        sweep_cursor: liveSince,
        swept_at: new Date(now),
      })
      .execute()
    if (fundsCents > 0) {
      await grantFunds(trx, business.id, {
        cents: fundsCents,
        note: 'to get you started',
        reference: crypto.randomUUID(),
        now: new Date(),
      })
    }
    return { businessId: business.id, tenantId, name }
  })
}
