import { sql } from 'kysely'
import type { ErasurePreview } from '../../../contracts/erasures.ts'
import type { TenantTrx } from '../../database/database.ts'
import { DAY_MS } from '../../platform/dates.ts'
import { centsToDecimal } from '../../platform/money.ts'
import { WAITING_DAYS } from './ask-to-erase.ts'

/** What there is of a business, and when it would be gone. */
export const previewErasure = async (
  trx: TenantTrx,
  businessId: string,
  now: Date,
): Promise<ErasurePreview> => {
  const { rows } = await sql<Omit<ErasurePreview, 'funds' | 'erasesAt'> & { cents: number }>`
    select b.name as "businessName", b.currency, coalesce(f.available_cents + f.reserved_cents, 0) as cents,
           (select count(distinct contact_id) from invoices
            where business_id = b.id and contact_name is not null) as customers,
           (select count(*) from review_requests where business_id = b.id and sent_at is not null) as texts,
           (select count(*) from qr_codes where business_id = b.id) as codes
    from businesses b
    left join balances f on f.business_id = b.id
    where b.id = ${businessId}`.execute(trx)
  const { cents, ...preview } = rows[0]!
  return {
    ...preview,
    funds: centsToDecimal(cents),
    erasesAt: new Date(now.getTime() + WAITING_DAYS * DAY_MS).toISOString(),
  }
}
