import { sql } from 'kysely'
import type { Db, Trx } from '../../database/database.ts'

/**
 * Blanks the tokens of those authorisations that open no organisation any more. One that was disconnected keeps them
 * until its connection has ended at Xero: its own job forgets them.
 */
export const forgetUnusedTokens = async (
  trx: Trx,
  businessId: string,
  { authorisationIds, endedTenantIds = [] }: { authorisationIds: string[]; endedTenantIds?: string[] },
): Promise<void> => {
  if (authorisationIds.length === 0) return
  await sql`
    update xero_authorisations a
    set access_token = '', refresh_token = '', state = 'needs_reconnect'
    where a.business_id = ${businessId} and a.id = any(${authorisationIds}::uuid[])
      and not exists (
        select from organisations o
        where o.business_id = a.business_id and o.authorisation_id = a.id
          and not (o.state = 'disconnected' and o.tenant_id = any(${endedTenantIds}::uuid[]))
      )`.execute(trx)
}

/**
 * The same for every business, where the last organisation was disconnected before this moment: the job that ends a
 * connection at Xero gives up after some days. Returns of how many.
 */
export const forgetLeftTokens = async (db: Db, before: Date): Promise<number> => {
  const { numAffectedRows } = await sql`
    update xero_authorisations a
    set access_token = '', refresh_token = '', state = 'needs_reconnect'
    where (a.access_token <> '' or a.refresh_token <> '') and a.created_at < ${before}
      and not exists (
        select from organisations o
        where o.business_id = a.business_id and o.authorisation_id = a.id
          and (o.state <> 'disconnected' or o.state_changed_at >= ${before})
      )`.execute(db)
  return Number(numAffectedRows)
}
