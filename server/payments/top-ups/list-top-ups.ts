import { sql } from 'kysely'
import { z } from 'zod'
import { TOP_UP, type TopUpsResponse } from '../../../contracts/payments.ts'
import { findTimeZone } from '../../businesses/business-time-zone.ts'
import type { TenantTrx } from '../../database/database.ts'
import { momentOfPlace, readCursor, writeCursor } from '../../platform/http/cursor.ts'
import { localDate } from '../../platform/dates.ts'
import { centsToDecimal } from '../../platform/money.ts'
import type { TextDeps } from '../../texts/priced-text.ts'
import { receiptKind, type Seller } from '../receipts/receipt-rules.ts'
import { averageTextCents, guessTextCents } from './text-price.ts'

const PAGE_SIZE = 50
const place = z.object({ at: momentOfPlace, id: z.uuid() })

/**
 * What this business can buy and what it bought, newest first, from `cursor` on. Checkouts that were not finished are
 * left out. Throws Refusal 422 for a cursor that is not ours.
 */
export const listTopUps = async (
  trx: TenantTrx,
  businessId: string,
  { cursor, ...deps }: TextDeps & { seller: Seller; cursor: string | undefined },
): Promise<TopUpsResponse> => {
  const after = cursor === undefined ? undefined : readCursor(cursor, place)
  const business = await trx
    .selectFrom('businesses')
    .select(['currency', averageTextCents(sql.val(businessId)).as('averageCents')])
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow()
  const rows = await trx
    .selectFrom('checkouts')
    .selectAll()
    .select([PLACE.as('place'), RETURNED.as('returnedCents')])
    .where('business_id', '=', businessId)
    .where('state', 'in', ['paid', 'processing', 'failed'])
    .where((where) => where('failure', 'is distinct from', 'not_made'))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${after!.at}::timestamptz, ${after!.id}::uuid)`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute()
  const page = rows.slice(0, PAGE_SIZE)
  const last = rows.length > PAGE_SIZE ? page.at(-1) : undefined
  const timeZone = await findTimeZone(trx, businessId)
  const guess = business.averageCents === null ? await guessTextCents(trx, businessId, deps) : undefined
  return {
    currency: business.currency,
    least: TOP_UP.least,
    most: TOP_UP.most,
    presets: [...TOP_UP.presets],
    averageTextPrice: centsToDecimal(business.averageCents ?? guess!.cents),
    guessedFor: guess?.country ?? null,
    topUps: page.map((row) => ({
      id: row.id,
      amount: centsToDecimal(row.amount_cents),
      currency: row.currency,
      state: row.state,
      returned: centsToDecimal(row.returnedCents),
      isAutomatic: row.is_automatic,
      createdAt: row.created_at.toISOString(),
      paidAt: row.paid_at?.toISOString() ?? null,
      receiptUrl: row.receipt_url,
      receipt: row.paid_at && receiptKind(deps.seller, localDate(row.paid_at, timeZone)),
    })),
    nextCursor: last ? writeCursor({ at: last.place, id: last.id }) : null,
  }
}

/** To the microsecond. */
const PLACE = sql<string>`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const RETURNED = sql<number>`(
  select -coalesce(sum(e.amount_cents), 0)::bigint
  from transfers t
  join entries e on e.business_id = t.business_id and e.transfer_id = t.id and e.account = 'available'
  where t.business_id = checkouts.business_id and t.checkout_id = checkouts.id
    and t.kind in ('refund', 'dispute', 'reinstate'))`
