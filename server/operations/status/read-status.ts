import { sql } from 'kysely'
import type { StatusResponse } from '../../../contracts/status.ts'
import type { Db } from '../../database/database.ts'
import { ACCOUNT_CODES } from '../../integrations/twilio/twilio-codes-rules.ts'
import type { FailingSince } from '../../platform/metrics/failing-calls.ts'
import { withinDeadline } from '../../platform/http/within-deadline.ts'
import { livingWorkers } from '../../platform/postgres/work/workers.ts'
import { FIRST_TRY_OF_A, TEXTS_TO_SEND } from '../due-work.ts'
import { judgeStatus, type StatusFacts, type Trouble } from './status-rules.ts'

export type StatusDeps = {
  db: Db
  /** Since when the calls of this process to a vendor fail. */
  failingSince: FailingSince
  now?: () => Date
}

const KEPT_MS = 5_000

/** What is asked more often costs nothing: an answer is kept for five seconds. */
export const createReadStatus = ({
  db,
  failingSince,
  now = () => new Date(),
}: StatusDeps): (() => Promise<StatusResponse>) => {
  let kept: { at: number; status: Promise<StatusResponse> } | undefined
  /** Where no row says since when, it is so since this process has seen it. */
  const seen: { away: Date | null; noWorker: Date | null } = { away: null, noWorker: null }
  const read = async (): Promise<StatusResponse> => {
    const stored = await withinDeadline(readStored(db)).catch(() => undefined)
    seen.away = stored ? null : (seen.away ?? now())
    seen.noWorker = stored?.noWorker === 'unknown' ? (seen.noWorker ?? now()) : null
    return judgeStatus(
      {
        ...(stored ?? NOT_KNOWN),
        ...(seen.noWorker ? { noWorker: seen.noWorker } : {}),
        databaseAway: seen.away,
        stripeFails: failingSince('stripe'),
        signInFails: failingSince('sign-in'),
      },
      now(),
    )
  }
  return () => {
    const at = now().getTime()
    // Where the clock was set back, what was read before it is not known to be fresh.
    if (!kept || at < kept.at || at >= kept.at + KEPT_MS) kept = { at, status: read() }
    return kept.status
  }
}

type Stored = Omit<StatusFacts, 'databaseAway' | 'stripeFails' | 'signInFails'>

const NOT_KNOWN: Stored = {
  noWorker: null,
  fenceUp: null,
  textsLate: null,
  gatewayRefuses: null,
  chargesOpen: null,
}

const readStored = async (db: Db): Promise<Stored> => {
  const { rows } = await sql<Omit<Stored, 'noWorker'> & { workers: number; lastWorker: Date | null }>`
    select (${livingWorkers}) as workers,
           (select max(seen_at) from processes where kind = 'worker') as "lastWorker",
           (select fenced_at from recovery) as "fenceUp",
           (select min(r.due_at) from ${TEXTS_TO_SEND} and r.due_at < now() - interval '10 minutes') as "textsLate",
           (select min(${FIRST_TRY_OF_A}) from send_attempts a
            where state = 'retry' and error_code = any(${ACCOUNT_CODES}::text[])) as "gatewayRefuses",
           (select min(created_at) from checkouts
            where state = 'open' and is_automatic and created_at < now() - interval '1 hour') as "chargesOpen"`.execute(
    db,
  )
  const { workers, lastWorker, ...stored } = rows[0]!
  const noWorker: Trouble = workers > 0 ? null : (lastWorker ?? 'unknown')
  return { ...stored, noWorker }
}
