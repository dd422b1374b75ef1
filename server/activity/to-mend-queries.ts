import { sql } from 'kysely'
import type { TenantTrx } from '../database/database.ts'
import { toMend } from '../review-requests/timeline/mending/mending-queries.ts'
import { COLUMNS, TABLES, type ActivityRow } from './activity-queries.ts'

const MOST = 100

/** What a correction in Xero helps, the largest invoice first: of all of it, or of these invoices. */
export const findToMend = async (
  trx: TenantTrx,
  businessId: string,
  { now, timeZone, among }: { now: Date; timeZone: string; among?: string[] },
): Promise<{ rows: ActivityRow[]; count: number }> => {
  const { rows } = await sql<ActivityRow & { count: number }>`
    select ${COLUMNS}, count(*) over () as count
    from (${toMend(businessId, { now, timeZone })}) to_mend, ${TABLES}
    where d.business_id = ${businessId} and d.tenant_id = to_mend.tenant_id and d.invoice_id = to_mend.invoice_id
      ${among ? sql`and d.invoice_id = any(${among}::uuid[])` : sql``}
    order by i.total desc, d.decided_at desc, d.invoice_id
    limit ${MOST}`.execute(trx)
  return { rows, count: rows[0]?.count ?? 0 }
}
