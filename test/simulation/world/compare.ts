import { asBusiness, type Db } from '../../../server/database/database.ts'
import { HELD_OUT_PERCENT } from './diary.ts'
import type { Plan } from './plan.ts'

type Compared = {
  businessId: string
  comparison: NonNullable<Plan['businesses'][number]['comparison']>
  delayMinutes: number
  now: Date
}

const OTHER_DELAY_MINUTES = 40
const YEAR_MS = 365 * 86_400_000

/** As an owner registers it: it outlasts the run. A hold-out counts reviews, which no run has: it is written here. */
export const compare = async (
  db: Db,
  { businessId, comparison, delayMinutes, now }: Compared,
): Promise<void> => {
  const isDelays = comparison === 'delays'
  const row = {
    id: crypto.randomUUID(),
    business_id: businessId,
    kind: comparison,
    seed: Buffer.from(businessId.replaceAll('-', ''), 'hex'),
    percent_b: isDelays ? 50 : HELD_OUT_PERCENT,
    delay_a_minutes: isDelays ? delayMinutes : null,
    delay_b_minutes: isDelays ? delayMinutes + OTHER_DELAY_MINUTES : null,
    registered_at: now,
    ends_at: new Date(now.getTime() + YEAR_MS),
  }
  await asBusiness(db, businessId, (trx) => trx.insertInto('experiments').values(row).execute())
}
