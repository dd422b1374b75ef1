import { sql } from 'kysely'
import type { TenantTrx } from '../database/database.ts'

/** The country to which a currency belongs. */
const OF_CURRENCY: Record<string, string> = {
  AUD: 'AU',
  NZD: 'NZ',
  GBP: 'GB',
  USD: 'US',
  CAD: 'CA',
  SGD: 'SG',
  ZAR: 'ZA',
}

/** Where a business's customers most likely are: by the organisation it connected first, else by its currency. */
export const findHomeCountry = async (trx: TenantTrx, businessId: string): Promise<string> => {
  const { rows } = await sql<{ currency: string; country: string; ofBooks: string | null }>`
    select b.currency, b.country, (
      select o.country from organisations o
      where o.business_id = b.id and o.country is not null
      order by o.state = 'disconnected', o.connected_at
      limit 1) as "ofBooks"
    from businesses b where b.id = ${businessId}`.execute(trx)
  const { currency, country, ofBooks } = rows[0]!
  return ofBooks ?? OF_CURRENCY[currency] ?? country
}
