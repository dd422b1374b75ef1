import { sql } from 'kysely'
import { recordAct, type Actor } from '../../audit/record-act.ts'
import { asSystem, type Db, type SystemTrx } from '../../database/database.ts'
import { DAY_MS } from '../../platform/dates.ts'
import { Refusal } from '../../platform/errors.ts'
import { enqueue } from '../../platform/postgres/work/jobs.ts'
import { deactivateBusiness } from '../accounts/deactivate-account.ts'

/** In which it can be taken back. */
export const WAITING_DAYS = 7

type Asked = {
  businessId: string
  askedBy: 'owner' | 'operator'
  wantsRefund: boolean
  by: Actor
  now: Date
}

/**
 * The business is deactivated at once, with all who sign in for it, and erased after a week. Asked again, the day
 * stays. Returns when it will be.
 */
export const askToErase = (
  db: Db,
  { businessId, askedBy, wantsRefund, by, now }: Asked,
): Promise<{ erasesAt: Date }> =>
  asSystem(db, async (trx) => {
    await lockBusinessRow(trx, businessId)
    const open = await findErasure(trx, businessId)
    if (open) return { erasesAt: open.erasesAt }
    const erasesAt = new Date(now.getTime() + WAITING_DAYS * DAY_MS)
    await trx
      .insertInto('erasures')
      .values({
        business_id: businessId,
        asked_at: now,
        asked_by: askedBy,
        erases_at: erasesAt,
        wants_refund: wantsRefund,
      })
      .execute()
    await deactivateBusiness(trx, businessId, now)
    await recordAct(trx, { by, act: 'asked-to-erase-business', businessId, details: { wantsRefund }, now })
    await tellEach(trx, businessId)
    return { erasesAt }
  })

/** A job for each, so that one whose mail fails has no other mailed again. */
const tellEach = async (trx: SystemTrx, businessId: string): Promise<void> => {
  const users = await trx.selectFrom('users').select('id').where('business_id', '=', businessId).execute()
  for (const { id: userId } of users)
    await enqueue(
      trx,
      'tell-erasure',
      { businessId, userId },
      { key: `tell-erasure:${userId}`, queue: 'mail' },
    )
}

/** Whether one was open. Throws Refusal 409 where its work has begun, or is done. */
export const takeBackErasure = async (
  trx: SystemTrx,
  businessId: string,
  { by, now }: { by: Actor; now: Date },
): Promise<boolean> => {
  await lockBusinessRow(trx, businessId)
  const { rows } = await sql<{ hasBegun: boolean }>`
    update erasures set taken_back_at = case when began_at is null then ${now}::timestamptz end
    where business_id = ${businessId} and taken_back_at is null
    returning began_at is not null as "hasBegun"`.execute(trx)
  if (rows.some(({ hasBegun }) => hasBegun)) throw tooLate()
  if (rows.length === 0) return false
  await recordAct(trx, { by, act: 'took-back-erasure', businessId, now })
  return true
}

export const findErasure = async (
  trx: SystemTrx,
  businessId: string,
): Promise<{ erasesAt: Date; erasedAt: Date | null } | undefined> =>
  trx
    .selectFrom('erasures')
    .select(['erases_at as erasesAt', 'erased_at as erasedAt'])
    .where('business_id', '=', businessId)
    .where('taken_back_at', 'is', null)
    .executeTakeFirst()

/** Whoever asks, takes back or begins does so one after the other. */
export const lockBusinessRow = async (trx: SystemTrx, businessId: string): Promise<void> => {
  await sql`select from businesses where id = ${businessId} for no key update`.execute(trx)
}

const tooLate = (): Refusal =>
  new Refusal('erased', 409, 'This business is being erased, or is erased already. It cannot be taken back.')
