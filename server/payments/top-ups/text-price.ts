import { sql, type RawBuilder } from 'kysely'
import type { TenantTrx } from '../../database/database.ts'
import { findSampleCustomer, findTextingBusiness } from '../../message-settings/template-queries.ts'
import { SAMPLE_TOKEN } from '../../texts/link-token.ts'
import { pricedText, type TextDeps } from '../../texts/priced-text.ts'

const AVERAGE_OVER = 200

/** Whole cents of a text of this business on average, over its last ones; null before there are any. */
export const averageTextCents = (businessId: RawBuilder<unknown>): RawBuilder<number | null> => sql`
  (select round(avg(price_cents))::integer
   from (select price_cents from review_requests lately
         where lately.business_id = ${businessId} and lately.sent_at is not null and lately.price_cents is not null
         order by lately.sent_at desc limit ${AVERAGE_OVER}) lately)`

/** Before there is an average: cents of the business's own message to a customer in `country`, its likely home. */
export const guessTextCents = async (
  trx: TenantTrx,
  businessId: string,
  deps: TextDeps,
): Promise<{ cents: number; country: string }> => {
  const { name, message, ownSender, country: home } = await findTextingBusiness(trx, businessId)
  const country = Object.hasOwn(deps.prices, home) ? home : Object.keys(deps.prices)[0]!
  const customer = await findSampleCustomer(trx, businessId, country)
  const to = { ...customer, country, template: message, businessName: name, ownSender }
  return { cents: pricedText(deps, { ...to, linkToken: SAMPLE_TOKEN }).cents!, country }
}
