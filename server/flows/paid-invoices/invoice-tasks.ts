import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../database/database.ts'
import { FENCE_IS_DOWN } from '../../database/fence.ts'
import type { Work } from '../../platform/postgres/work/dispatcher.ts'
import { IS_OPEN, isOverdue } from '../../platform/postgres/work/inbox.ts'
import { enqueue, type Tasks } from '../../platform/postgres/work/jobs.ts'
import { enqueueDueSweeps, mayBeTried } from './due-sweeps.ts'
import { goLive } from './go-live.ts'
import { lookForPayments } from './look-for-payments.ts'
import { sweepOrganisation, type SweepDeps } from './sweep-organisation.ts'
import { syncOrganisation, type SyncDeps } from './sync-organisation.ts'
import { xeroQueue } from '../../organisations/ask-xero.ts'

const organisationPayload = z.object({ businessId: z.guid(), tenantId: z.guid() })

export const createInvoiceTasks = (deps: SweepDeps): Tasks => ({
  'go-live': async (payload) => goLive(deps, organisationPayload.parse(payload).tenantId),
  'sweep-organisation': async (payload, run) => {
    const organisation = organisationPayload.parse(payload)
    const { isCutShort } = await sweepOrganisation(deps, organisation.tenantId, run?.stopping)
    if (isCutShort) await sweepAgain(deps, organisation)
  },
  'sweep-due': async () => {
    const now = await deps.databaseNow()
    await enqueueDueSweeps(deps.db, now)
    await enqueueLateGoLives(deps.db, now)
  },
})

/** A lease that its holder renews no more has ended by then. */
const AGAIN_MS = 20_000

/** Without a key: under its own it would take the place of the job that runs, or wait for one that is planned. */
const sweepAgain = async (
  { db, databaseNow }: SweepDeps,
  organisation: z.infer<typeof organisationPayload>,
): Promise<void> => {
  const runAt = new Date((await databaseNow()).getTime() + AGAIN_MS)
  const queue = xeroQueue(organisation.tenantId)
  await enqueue(db, 'sweep-organisation', organisation, { queue, runAt })
}

/** A call of Xero serves forty invoices, and a round of the database any number: in a burst each would find one. */
const SYNCS_APART = { firstMs: 250, mostMs: 2_500 }

/** `sync:` handles an organisation's events of invoices and contacts, `payments:` those of payments. */
export const createInvoiceWork = (deps: SyncDeps): Work[] => [
  {
    kind: 'sync',
    due: organisationsWith(sql`e.category <> 'PAYMENT'`),
    run: (tenantId, stopping) => syncOrganisation(deps, tenantId, stopping),
    apart: SYNCS_APART,
    isDivided: true,
  },
  {
    kind: 'payments',
    due: organisationsWith(sql`e.category = 'PAYMENT'`),
    run: (tenantId, stopping) => lookForPayments(deps, tenantId, stopping),
  },
]

/**
 * Goes from one organisation whose events wait to the next by their index: the scan reads as much as there is to do,
 * each second, and not each organisation that there is, nor all that waits of one.
 */
const organisationsWith =
  (events: RawBuilder<unknown>): Work['due'] =>
  (moment) =>
    sql`
      with recursive waiting as (
        (select e.business_id, e.tenant_id from xero_events e where ${IS_OPEN}
         order by e.business_id, e.tenant_id limit 1)
        union all
        select next.business_id, next.tenant_id
        from waiting cross join lateral (
          select e.business_id, e.tenant_id from xero_events e
          where ${IS_OPEN} and (e.business_id, e.tenant_id) > (waiting.business_id, waiting.tenant_id)
          order by e.business_id, e.tenant_id limit 1) next)
      select o.tenant_id as id
      from waiting
      join organisations o on o.business_id = waiting.business_id and o.tenant_id = waiting.tenant_id
      join xero_authorisations a on a.business_id = o.business_id and a.id = o.authorisation_id
      where o.state = 'connected' and a.state = 'connected' and o.live_since is not null and ${FENCE_IS_DOWN}
        and coalesce(greatest(o.blocked_until, o.paced_until) <= ${moment.now}, true)
        and exists (
          select from xero_events e
          where e.business_id = o.business_id and e.tenant_id = o.tenant_id and ${events} and ${isOverdue(moment)})`

/** For organisations whose job was tried in vain because Xero was out of reach: they go live all the same. */
const enqueueLateGoLives = async (db: Db, now: Date): Promise<void> => {
  const { rows } = await sql<{ businessId: string; tenantId: string }>`
    select o.business_id as "businessId", o.tenant_id as "tenantId"
    from organisations o
    join xero_authorisations a on a.business_id = o.business_id and a.id = o.authorisation_id
    where o.state <> 'disconnected' and a.state = 'connected' and o.live_since is null
      and ${mayBeTried(now)}`.execute(db)
  for (const row of rows)
    await enqueue(db, 'go-live', row, { key: `go-live:${row.tenantId}`, queue: xeroQueue(row.tenantId) })
}
