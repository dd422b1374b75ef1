import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../platform/errors.ts'
import { sha256 } from '../platform/seal.ts'
import { asBusiness, type Db, type TenantTrx } from './database.ts'

/** What an owner asks for, under the key that the browser gave it; without a key, each time is an act of its own. */
export type Act = { businessId: string; key: string | undefined; asked: unknown; now: Date }

/**
 * Whether this is the first time that this is asked for under its key; a second one waits until the first transaction
 * has ended. Throws Refusal 409 where the key was used for something else.
 */
export const isFirstTime = async (trx: TenantTrx, act: Act): Promise<boolean> => {
  if (act.key === undefined) return true
  const asked = sha256(JSON.stringify(act.asked))
  const begun = await trx
    .insertInto('acts')
    .values({ business_id: act.businessId, key: act.key, asked, began_at: act.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (begun) return true
  const before = await find(trx, act)
  if (before && !Buffer.from(before.asked).equals(asked)) throw keyUsed()
  return false
}

/** For days, and no erasing of a customer looks there: it has no room for a name. */
type Kept = Record<string, boolean>

/**
 * Does the work, or waits for the answer of the call that does it under the same key, in whichever process. For work
 * with calls of a vendor, during which no transaction is open. After a failure, the key may be used again.
 */
export const actOnce = async <Answer extends Kept>(
  db: Db,
  act: Act,
  work: () => Promise<Answer>,
): Promise<Answer> => {
  const { businessId } = act
  for (const until = Date.now() + LONGEST_MS; ; await sleep(LOOK_AGAIN_MS)) {
    if (await asBusiness(db, businessId, (trx) => isFirstTime(trx, act))) return workAndRecord(db, act, work)
    const before = await asBusiness(db, businessId, (trx) => find(trx, act))
    if (before?.answer) return before.answer as Answer
    if (Date.now() > until) throw underWay()
  }
}

const LOOK_AGAIN_MS = 100
const LONGEST_MS = 20_000

const workAndRecord = async <Answer extends Kept>(
  db: Db,
  { businessId, key }: Act,
  work: () => Promise<Answer>,
): Promise<Answer> => {
  if (key === undefined) return work()
  const record = (answer: Answer | undefined) =>
    asBusiness(db, businessId, (trx) =>
      answer
        ? sql`update acts set answer = ${JSON.stringify(answer)}::jsonb
              where business_id = ${businessId} and key = ${key}`.execute(trx)
        : sql`delete from acts where business_id = ${businessId} and key = ${key}`.execute(trx),
    )
  const answer = await work().catch(async (cause: unknown) => {
    await record(undefined)
    throw cause
  })
  await record(answer)
  return answer
}

const find = (trx: TenantTrx, { businessId, key }: Act) =>
  trx
    .selectFrom('acts')
    .select(['asked', 'answer'])
    .where('business_id', '=', businessId)
    .where('key', '=', key!)
    .executeTakeFirst()

export const keyUsed = (): Refusal =>
  new Refusal(
    'key-used',
    409,
    'This was asked for with other details already. Nothing was done: please try again.',
  )

const underWay = (): Refusal =>
  new Refusal('key-used', 409, 'This is being done already. Please look again in a moment.')
