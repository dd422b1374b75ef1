import { sql } from 'kysely'
import { TOP_UP, type TopUpsResponse } from '../../../contracts/payments.ts'
import { findTimeZone } from '../../businesses/business-time-zone.ts'
import type { TenantTrx } from '../../database/database.ts'
import { localDate } from '../../platform/dates.ts'
import { centsToDecimal } from '../../platform/money.ts'
import type { TextDeps } from '../../texts/priced-text.ts'
import { receiptKind, type Seller } from '../receipts/receipt-rules.ts'
import { averageTextCents, guessTextCents } from './text-price.ts'

const SHOWN = 50

/** What this business can buy and what it bought, newest first. Checkouts that were not finished are left out. */
export const listTopUps = async (
  trx: TenantTrx,
  businessId: string,
  deps: TextDeps & { seller: Seller },
): Promise<TopUpsResponse> => {
  const business = await trx
    .selectFrom('businesses')
    .select(['currency', averageTextCents(sql.val(businessId)).as('averageCents')])
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
  const guess = business.averageCents === null ? await guessTextCents(trx, businessId, deps) : undefined
  return {
    currency: business.currency,
    least: TOP_UP.least,
    most: TOP_UP.most,
    presets: [...TOP_UP.presets],
    averageTextPrice: centsToDecimal(business.averageCents ?? guess!.cents),
    guessedFor: guess?.country ?? null,
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
