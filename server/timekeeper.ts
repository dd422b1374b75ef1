import { sql } from 'kysely'
import type { Db } from './database.ts'
import type { Log } from './platform/log.ts'
import { lookForUnknown, type LookDeps } from './review-requests/look-for-unknown.ts'

const TICK_MS = 1_000

/**
 * Work is found from the tables, not from memory: every second each worker wakes what is due and has no job any more,
 * because its hour came, Xero's minute opened again, or the one who worked on it died.
 */
export const keepTime = (deps: LookDeps & { log: Log }): { stop: () => Promise<void> } => {
  let stopped = false
  let ticking: Promise<void> = Promise.resolve()

  const tick = async () => {
    try {
      await wakeWhatIsDue(deps.db, deps.clock())
      await lookForUnknown(deps)
    } catch (cause) {
      deps.log.warn({ err: cause }, 'could not look for due work')
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

/** One job per business or organisation, by its key: waking twice is waking once. */
export const wakeWhatIsDue = async (db: Db, now: Date): Promise<void> => {
  const moment = new Date(now.getTime() - TICK_MS)
  await sql`
    select enqueue_job('send-review-requests', json_build_object('businessId', business_id), 'send:' || business_id)
    from (
      select business_id from review_requests where state = 'scheduled' and due_at <= ${moment}
      union
      select business_id from send_attempts where state = 'retry' and retry_at <= ${now}
    ) due`.execute(db)
  await sql`
    select enqueue_job('sync-organisation', json_build_object('businessId', o.business_id, 'tenantId', o.tenant_id),
                       'sync:' || o.tenant_id)
    from organisations o
    join xero_authorisations a on a.business_id = o.business_id and a.id = o.authorisation_id
    where o.state = 'connected' and a.state = 'connected' and o.live_since is not null
      and (o.blocked_until is null or o.blocked_until <= ${now})
      and exists (
        select from xero_events e
        where e.business_id = o.business_id and e.tenant_id = o.tenant_id and e.handled_at is null
          and e.received_at <= ${moment})`.execute(db)
}
