import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { countYoungTables } from '../platform/postgres/count-young-tables.ts'
import type { Log } from '../platform/process/log.ts'
import { lookForUnknown, type LookDeps } from '../review-requests/sending/look-for-unknown.ts'

const TICK_MS = 1_000

type Timekeeper = { stop: () => Promise<void> }

/**
 * Work is found from the tables, not from memory: every second each worker wakes what is due and nobody is at any more,
 * because its hour came, Xero's minute opened again, a wake was lost, or the one who worked on it died. Looks for
 * doubtful texts go beside it: a gateway that does not answer holds up nothing else. So does the counting of tables.
 */
export const keepTime = (deps: LookDeps & { log: Log; wake: (key: string) => void }): Timekeeper => {
  const wakes = everySecond(deps.log, async () => {
    for (const key of await dueKeys(deps.db, deps.clock())) deps.wake(key)
  })
  const looks = everySecond(deps.log, async () => {
    await lookForUnknown(deps)
  })
  const counts = everySecond(deps.log, async () => {
    await countYoungTables(deps.db)
  })
  return {
    stop: async () => {
      await Promise.all([wakes.stop(), looks.stop(), counts.stop()])
    },
  }
}

/** A second of rest after each time. */
const everySecond = (log: Log, work: () => Promise<void>): Timekeeper => {
  let stopped = false
  let ticking: Promise<void> = Promise.resolve()

  const tick = async () => {
    try {
      await work()
    } catch (cause) {
      log.warn({ err: cause }, 'could not do what is done every second')
    }
    if (!stopped) timer = setTimeout(next, TICK_MS)
  }
  const next = () => {
    ticking = tick()
  }
  let timer = setTimeout(next, TICK_MS)

  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await ticking
    },
  }
}

/** Keys of everything that is due: `send:` a business, `sync:` an organisation, `stripe:` an object of Stripe's. */
export const dueKeys = async (db: Db, now: Date): Promise<string[]> => {
  const moment = new Date(now.getTime() - TICK_MS)
  const { rows } = await sql<{ key: string }>`
    select 'send:' || business_id as key from review_requests where state = 'scheduled' and due_at <= ${moment}
    union
    select 'send:' || business_id from send_attempts where state = 'retry' and retry_at <= ${now}
    union
    select 'sync:' || o.tenant_id
    from organisations o
    join xero_authorisations a on a.business_id = o.business_id and a.id = o.authorisation_id
    where o.state = 'connected' and a.state = 'connected' and o.live_since is not null
      and coalesce(greatest(o.blocked_until, o.paced_until) <= ${now}, true)
      and exists (
        select from xero_events e
        where e.business_id = o.business_id and e.tenant_id = o.tenant_id and e.handled_at is null
          and e.received_at <= ${moment})
    union
    select 'stripe:' || object_id from stripe_events where handled_at is null and received_at <= ${moment}`.execute(
    db,
  )
  return rows.map(({ key }) => key)
}
