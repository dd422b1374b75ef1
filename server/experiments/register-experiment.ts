import { randomBytes } from 'node:crypto'
import type { ExperimentRequest } from '../../contracts/experiments.ts'
import type { TenantTrx } from '../database/database.ts'
import { DAY_MS } from '../platform/dates.ts'
import { Refusal } from '../platform/errors.ts'
import { refuseBadTemplate } from '../texts/text-rules.ts'
import { HOLD_OUT_PERCENT } from './experiment-rules.ts'
import { findRunning } from './refuse-change.ts'

const WEEK_MS = 7 * DAY_MS
const SEED_BYTES = 16

/**
 * It begins now, and nothing of it changes any more. One at a time: saves of the settings and other starts wait for
 * the lock. Throws Refusal where another runs, where nothing would be counted, or where both sides are the same.
 */
export const registerExperiment = async (
  trx: TenantTrx,
  businessId: string,
  wanted: ExperimentRequest,
  { now, canCountReviews }: { now: Date; canCountReviews: boolean },
): Promise<void> => {
  const business = await trx
    .selectFrom('businesses')
    .select(['delay_minutes', 'template'])
    .where('id', '=', businessId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (await findRunning(trx, businessId, now)) throw anotherRuns()
  if (wanted.kind === 'hold-out' && !canCountReviews)
    throw new Refusal('reviews-not-connected', 409, NO_REVIEWS)
  await trx
    .insertInto('experiments')
    .values({
      business_id: businessId,
      seed: randomBytes(SEED_BYTES),
      registered_at: now,
      ends_at: new Date(now.getTime() + wanted.weeks * WEEK_MS),
      ...sidesOf(wanted, business),
    })
    .execute()
}

export const NO_REVIEWS = 'This counts reviews, so your Google reviews must be connected first.'

const sidesOf = (
  { kind, delayMinutes, message }: ExperimentRequest,
  business: { delay_minutes: number; template: string },
) => {
  if (kind === 'hold-out') return { kind: 'hold_out' as const, percent_b: HOLD_OUT_PERCENT }
  if (kind === 'delays') {
    if (delayMinutes === undefined || delayMinutes === business.delay_minutes)
      throw sameSides('delayMinutes', 'Choose another delay than the one that you have.')
    return { kind, percent_b: 50, delay_a_minutes: business.delay_minutes, delay_b_minutes: delayMinutes }
  }
  const other = message?.normalize('NFC')
  if (other === undefined || other.trim() === business.template.trim())
    throw sameSides('message', 'Write another message than the one that you have.')
  refuseBadTemplate(other)
  return { kind, percent_b: 50, wording_a: business.template, wording_b: other }
}

const anotherRuns = (): Refusal =>
  new Refusal('comparison-running', 409, 'A comparison is running already. One at a time can be told apart.')

const sameSides = (path: string, message: string): Refusal =>
  new Refusal('same-sides', 422, message, { fields: [{ path, message }] })
