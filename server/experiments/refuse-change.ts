import { sql } from 'kysely'
import type { TenantTrx } from '../database/database.ts'
import { Refusal } from '../platform/errors.ts'
import { latestExperiment } from './experiment-queries.ts'
import { isRunningAt, type Experiment } from './experiment-rules.ts'

export const findRunning = async (
  trx: TenantTrx,
  businessId: string,
  now: Date,
): Promise<Experiment | undefined> => {
  const { rows } = await sql<{ latest: Experiment | null }>`
    select ${latestExperiment(businessId)} as latest`.execute(trx)
  const latest = rows[0]?.latest
  return latest && isRunningAt(latest, now) ? latest : undefined
}

/** What is compared stays as it was registered. Throws Refusal 409. */
export const refuseWhileCompared = async (
  trx: TenantTrx,
  businessId: string,
  kind: 'delays' | 'wordings',
  now: Date,
): Promise<void> => {
  const running = await findRunning(trx, businessId, now)
  if (running?.kind === kind) throw new Refusal('comparison-running', 409, REFUSED[kind])
}

const REFUSED = {
  delays: 'You are comparing two delays just now. Stop that under “What is it worth?” to change the delay.',
  wordings:
    'You are comparing two messages just now. Stop that under “What is it worth?” to change the message.',
}
