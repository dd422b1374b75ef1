import { sql } from 'kysely'
import { findTimeZone } from '../../businesses/business-time-zone.ts'
import type { TenantTrx } from '../../database/database.ts'
import { localDate, monthBounds } from '../../platform/dates.ts'
import { findMovementsBetween } from './ledger-queries.ts'
import { movementWords, textState } from './movement-rules.ts'
import type { Statement } from './statement-rules.ts'

/**
 * Funds of one month, `YYYY-MM` of the business's own calendar: the rows that her account shows, and the same
 * balance.
 */
export const findStatement = async (
  trx: TenantTrx,
  businessId: string,
  month: string,
): Promise<Statement> => {
  const timeZone = await findTimeZone(trx, businessId)
  const { begins, ends } = monthBounds(month, timeZone)
  const business = await trx
    .selectFrom('businesses')
    .select('currency')
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow()
  const { rows: opening } = await sql<{ cents: number }>`
    select coalesce(sum(e.amount_cents), 0)::bigint as cents
    from transfers t
    join entries e on e.business_id = t.business_id and e.transfer_id = t.id and e.account = 'available'
    where t.business_id = ${businessId} and t.created_at < ${begins}`.execute(trx)
  const movements = await findMovementsBetween(trx, businessId, { begins, ends })
  return {
    currency: business.currency,
    month,
    openingCents: opening[0]!.cents,
    lines: movements.map((movement) => ({
      day: localDate(movement.at, timeZone),
      what: movementWords(movement),
      text: textState(movement),
      cents: movement.availableCents,
      reference: movement.reference,
    })),
  }
}
