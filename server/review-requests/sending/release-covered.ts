import { sql } from 'kysely'
import { asBusiness, type Db } from '../../database/database.ts'
import type { TextDeps } from '../../texts/priced-text.ts'
import { releaseWaiting } from '../life/release-requests.ts'
import { coversOldest } from './covers-oldest.ts'

/**
 * Releases texts of all businesses that wait for funds which have come to cover them otherwise than by a top-up: the
 * oldest was cancelled or held, the message is shorter, a price was given back.
 */
export const releaseCovered = async (deps: TextDeps & { db: Db }): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select b.business_id as id
    from balances b
    where b.available_cents > 0
      and exists (select from review_requests w
                  where w.business_id = b.business_id and w.state = 'waiting_for_funds')`.execute(deps.db)
  for (const { id } of rows)
    if (await coversOldest(deps, id)) await asBusiness(deps.db, id, (trx) => releaseWaiting(trx, id))
}
