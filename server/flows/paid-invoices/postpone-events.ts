import type { Db } from '../../database/database.ts'
import { markFailed, type EventKey } from '../../invoices/invoice-queries.ts'
import { OrganisationUnavailable } from '../../organisations/ask-xero.ts'
import type { SyncedOrganisation } from '../../organisations/organisation-queries.ts'
import type { SqlTime } from '../../platform/postgres/connections/database-clock.ts'
import { isPassing } from '../../platform/postgres/work/inbox.ts'
import type { Log } from '../../platform/process/log.ts'

/** These events could not be handled: they are postponed, so that the others are handled. Throws any other failure. */
export const postponeEvents = async (
  { db, sqlNow, log }: { db: Db; sqlNow: () => SqlTime; log: Log },
  { businessId, tenantId }: SyncedOrganisation,
  events: EventKey[],
  cause: unknown,
): Promise<void> => {
  throwIfPassing(cause)
  log.error({ err: cause, tenantId, events: events.length }, 'events of Xero could not be handled')
  await markFailed(db, businessId, events, { now: sqlNow(), cause })
}

/** The organisation, Xero or the database is out of reach: the events themselves are in order. */
export const throwIfPassing = (cause: unknown): void => {
  if (cause instanceof OrganisationUnavailable || isPassing(cause)) throw cause
}
