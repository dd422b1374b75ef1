import { sql } from 'kysely'
import { TOP_UP, type TopUpsResponse } from '../../../contracts/payments.ts'
import { findHomeCountry } from '../../businesses/home-country.ts'
import { findTimeZone } from '../../businesses/business-time-zone.ts'
import type { TenantTrx } from '../../database/database.ts'
import { localDate } from '../../platform/dates.ts'
import { centsToDecimal } from '../../platform/money.ts'
import { pricedText, type TextDeps } from '../../texts/priced-text.ts'
import { receiptKind, type Seller } from '../receipts/receipt-rules.ts'
import { findSampleCustomer, findTextingBusiness } from '../../message-settings/template-queries.ts'

const SHOWN = 50
const SAMPLE_TOKEN = '2bYourWord'
const AVERAGE_OVER = 200

/** What this business can buy and what it bought, newest first. Checkouts that were not finished are left out. */
export const listTopUps = async (
  trx: TenantTrx,
  businessId: string,
  deps: TextDeps & { seller: Seller },
): Promise<TopUpsResponse> => {
  const business = await trx
    .selectFrom('businesses')
    .select('currency')
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow()
  const rows = await trx
    .selectFrom('checkouts')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('state', 'in', ['paid', 'processing', 'failed'])
    .where((where) => where('failure', 'is distinct from', 'not_made'))
    .orderBy('created_at', 'desc')
    .limit(SHOWN)
    .execute()
  const timeZone = await findTimeZone(trx, businessId)
  const { rows: average } = await sql<{ cents: number | null }>`
    select avg(price_cents)::float as cents
    from (
      select price_cents from review_requests
      where business_id = ${businessId} and sent_at is not null and price_cents is not null
      order by sent_at desc limit ${AVERAGE_OVER}
    ) lately`.execute(trx)
  const averageCents = average[0]?.cents ?? null
  const country = await pricedCountry(trx, businessId, deps.prices)
  const textCents = averageCents ?? (await guessCents(trx, businessId, country, deps))
  return {
    currency: business.currency,
    least: TOP_UP.least,
    most: TOP_UP.most,
    presets: [...TOP_UP.presets],
    averageTextPrice: centsToDecimal(Math.round(textCents * 10) / 10),
    guessedFor: averageCents === null ? country : null,
    topUps: rows.map((row) => ({
      id: row.id,
      amount: centsToDecimal(row.amount_cents),
      currency: row.currency,
      state: row.state,
      isAutomatic: row.is_automatic,
      createdAt: row.created_at.toISOString(),
      paidAt: row.paid_at?.toISOString() ?? null,
      receiptUrl: row.receipt_url,
      receipt: row.paid_at && receiptKind(deps.seller, localDate(row.paid_at, timeZone)),
    })),
  }
}

/** What the business's own message would cost, written to a customer with a common name. */
const guessCents = async (
  trx: TenantTrx,
  businessId: string,
  country: string,
  deps: TextDeps,
): Promise<number> => {
  const { name, message, ownSender } = await findTextingBusiness(trx, businessId)
  const customer = await findSampleCustomer(trx, businessId, country)
  const to = { ...customer, country, template: message, businessName: name, ownSender }
  return pricedText(deps, { ...to, linkToken: SAMPLE_TOKEN }).cents!
}

const pricedCountry = async (
  trx: TenantTrx,
  businessId: string,
  prices: Record<string, number>,
): Promise<string> => {
  const country = await findHomeCountry(trx, businessId)
  return Object.hasOwn(prices, country) ? country : Object.keys(prices)[0]!
}
