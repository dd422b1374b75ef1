import type { Db } from '../database/database.ts'
import { onOneConnection } from '../platform/postgres/connections/one-connection.ts'
import { KEPT } from '../platform/postgres/connections/pool.ts'
import { rehearseStatuses } from '../review-requests/sending/apply-statuses.ts'
import { rehearseXeroWebhook } from './receive-xero-webhook.ts'

/**
 * Lets each connection that is kept learn what Xero's door and the gateway's reports ask, with nothing in it: the first
 * statement on a new connection takes some fifty milliseconds, in which all that are delivered wait behind each other.
 * Changes nothing. Throws where the database fails.
 */
export const rehearseDoors = async (db: Db): Promise<void> => {
  const rehearse = async (one: Db): Promise<void> => {
    await rehearseXeroWebhook(one)
    await rehearseStatuses(one)
  }
  // At once: else the same connection would be lent each time.
  await Promise.all(Array.from({ length: KEPT }, () => onOneConnection(db, rehearse)))
}
