import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { goodword } from '../../bench/rig/goodword-command.ts'
import type { Rig } from '../../bench/rig/rig.ts'

type Open = { events: number; requests: number; attempts: number; sweeps: number }

export type Quiet = {
  /** In words, what was still open when the patience ended. */
  open: string[]
  /** Texts of which two attempts were not found: the operator had to send them. */
  byOperator: number
}

const CALM_LOOKS = 4
const LOOK_MS = 500
/** Longer than a claim holds and its call to the gateway may last: then no process can still be sending that text. */
const NO_SENDER_AFTER_S = 36

/**
 * Waits until nothing is open any more, moving the clock for texts of unknown outcome meanwhile, and sending, as the
 * operator does, what waits for the operator.
 */
export const waitForQuiet = async (
  { pool, settings }: Pick<Rig, 'pool' | 'settings'>,
  { sendersDiedAt, patienceMs, root }: { sendersDiedAt: Date; patienceMs: number; root?: string },
): Promise<Quiet> => {
  const end = Date.now() + patienceMs
  let calm = 0
  let byOperator = 0
  let open: Open | undefined
  while (calm < CALM_LOOKS && Date.now() < end) {
    await moveClock(pool, sendersDiedAt)
    byOperator += await sendStuck(pool, settings, root)
    open = await countOpen(pool)
    calm = Object.values(open).every((count) => count === 0) ? calm + 1 : 0
    await pause(LOOK_MS)
  }
  if (calm === CALM_LOOKS) return { open: [], byOperator }
  const words = Object.entries(open ?? {})
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} ${what} still open after ${patienceMs / 1000} s`)
  return { open: [...words, ...(await tellOfSweeps(pool))], byOperator }
}

/** Of some organisations that were not asked: what keeps them, a row a line. */
const tellOfSweeps = async (pool: Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ line: string }>(
    `select jsonb_build_object('now', now(), 'sweep', o.tenant_id, 'blocked', o.blocked_until, 'calls', o.minute_calls,
              'lease', to_jsonb(l), 'job', to_jsonb(j) - 'payload')::text as line
     from organisations o
     left join leases l on l.name = 'sweep:' || o.tenant_id
     left join graphile_worker._private_jobs j on j.key = 'sweep:' || o.tenant_id
     where o.swept_at is null and o.state = 'connected' limit 5`,
  )
  return rows.map(({ line }) => line)
}

/** By the operator's own command, of this version or of the one at `root`, which has to know each of them. */
const sendStuck = async (pool: Pool, settings: Rig['settings'], root?: string): Promise<number> => {
  const { rows } = await pool.query<{ id: string }>(
    `select id from send_attempts
     where state = 'unknown' and next_look_at is null and error_code = 'never_accepted'`,
  )
  if (rows.length === 0) return 0
  const { code } = await goodword(settings, ['stuck', 'resend', ...rows.map(({ id }) => id)], root)
  // Otherwise a report came meanwhile for one of them: what still waits is sent by the next look.
  return code === 0 ? rows.length : 0
}

/**
 * Back-dates by five minutes the looks that were begun, also those that a kill ended (a first look is never so far
 * ahead), and the claims whose sender has ended. Locked rows are under way, or a connection holds them whose loss the
 * database has not noticed yet: they are left out.
 */
const moveClock = async (pool: Pool, sendersDiedAt: Date): Promise<void> => {
  await pool.query(
    `update send_attempts a set claimed_at = a.claimed_at - interval '5 minutes'
     from (select business_id, id from send_attempts
           where state = 'sending' and claimed_at > now() - interval '5 minutes'
             and (claimed_at < $1 or claimed_at < now() - make_interval(secs => $2))
           for update skip locked) old
     where a.business_id = old.business_id and a.id = old.id`,
    [sendersDiedAt, NO_SENDER_AFTER_S],
  )
  await pool.query(
    `update send_attempts a set first_look_at = a.first_look_at - interval '5 minutes', next_look_at = now()
     from (select business_id, id from send_attempts
           where state = 'unknown' and next_look_at is not null
             and (looks > 0 or next_look_at between now() + interval '10 seconds' and now() + interval '50 seconds')
           for update skip locked) doubted
     where a.business_id = doubted.business_id and a.id = doubted.id`,
  )
}

const countOpen = async (pool: Pool): Promise<Open> => {
  const { rows } = await pool.query<Open>(
    `select (select count(*)::int from xero_events where handled_at is null) as events,
            (select count(*)::int from review_requests
             where state in ('scheduled', 'waiting_for_funds', 'sending', 'unknown')) as requests,
            (select count(*)::int from send_attempts where state in ('sending', 'retry', 'unknown')) as attempts,
            -- What was forgotten is known again only once Xero was asked.
            (select count(*)::int from organisations where swept_at is null and state = 'connected')
              + (select count(*)::int from recovery where fenced_at is not null) as sweeps`,
  )
  return rows[0]!
}
