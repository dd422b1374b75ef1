import { sql, type RawBuilder } from 'kysely'
import { recordAct } from '../../audit/record-act.ts'
import { asSystem, type Db, type SystemTrx } from '../../database/database.ts'
import { releaseOwnedCodes } from '../../claims/release-owned-codes.ts'
import { forgetAtStripe } from '../../payments/auto-top-ups/set-auto-top-up.ts'
import { untilNoneIsLeft } from '../../platform/postgres/schema/prune-rows.ts'
import { lockBusinessRow } from './ask-to-erase.ts'
import { ROWS_OF_MANY } from './rows-of-many.ts'
import { ROWS_OF_FEW } from './rows-of-few.ts'

export type EraseOutcome = 'erased' | 'waits' | 'not-due'

const MOST_AT_ONCE = 1_000

/**
 * Erases a business whose time has come: rows that may be many in batches, then the rest at once, so that it can be
 * interrupted anywhere and run again. It waits while the gateway has a text, or Stripe a payment, that is not settled.
 */
export const eraseBusiness = async (
  db: Db,
  businessId: string,
  { now, most = MOST_AT_ONCE }: { now: Date; most?: number },
): Promise<EraseOutcome> => {
  const begun = await asSystem(db, (trx) => begin(trx, businessId, now))
  if (begun !== 'begun') return begun
  for (const row of ROWS_OF_MANY) await untilNoneIsLeft(db, most, row(businessId, most))
  await asSystem(db, (trx) => finish(trx, businessId, now))
  return 'erased'
}

/** From here on it cannot be taken back. */
const begin = async (
  trx: SystemTrx,
  businessId: string,
  now: Date,
): Promise<'begun' | 'waits' | 'not-due'> => {
  await lockBusinessRow(trx, businessId)
  const { rows } = await sql<{ isOpen: boolean }>`
    select exists (select from review_requests where business_id = e.business_id and state in ('sending', 'unknown'))
           or exists (select from send_attempts
                      where business_id = e.business_id and state in ('sending', 'retry', 'unknown'))
           or exists (select from reminder_mails where business_id = e.business_id and state = 'sending')
           or exists (select from test_texts where business_id = e.business_id and state in ('sending', 'unknown'))
           or exists (select from checkouts where business_id = e.business_id and state in ('open', 'processing'))
           or exists (select from auto_top_ups where business_id = e.business_id and card_id is not null)
             as "isOpen"
    from erasures e
    where business_id = ${businessId} and taken_back_at is null and erased_at is null and erases_at <= ${now}`.execute(
    trx,
  )
  if (!rows[0]) return 'not-due'
  if (rows[0].isOpen) return 'waits'
  await sql`
    update erasures set began_at = coalesce(began_at, ${now})
    where business_id = ${businessId} and taken_back_at is null and erased_at is null`.execute(trx)
  return 'begun'
}

const finish = async (trx: SystemTrx, businessId: string, now: Date): Promise<void> => {
  await lockBusinessRow(trx, businessId)
  await releaseOwnedCodes(trx, businessId, now)
  await forgetAtStripe(trx, businessId)
  for (const statement of ROWS_OF_FEW) await run(trx, statement(businessId))
  const { numUpdatedRows } = await trx
    .updateTable('erasures')
    .set({ erased_at: now })
    .where('business_id', '=', businessId)
    .where('taken_back_at', 'is', null)
    .where('erased_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n)
    await recordAct(trx, { by: { kind: 'system', name: 'erasure' }, act: 'erased-business', businessId, now })
}

const run = (trx: SystemTrx, statement: RawBuilder<unknown>) => statement.execute(trx)
