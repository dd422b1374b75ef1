import { sql } from 'kysely'
import type { TenantTrx } from '../database/database.ts'
import { timeZoneOf } from '../integrations/xero/xero-time-zones.ts'

/**
 * The time zone of a business's days: that of the organisation it connected first, or last had; before there is one,
 * the usual one of its country.
 */
export const findTimeZone = async (trx: TenantTrx, businessId: string): Promise<string> =>
  (await findZones(trx, businessId)).timeZone

/**
 * `timeZone` as above; `shownIn` is the zone in which a screen shows moments. Before Xero has named one it is
 * undefined, and the reader's own clock is shown: the usual zone of a wide country is wrong by hours at its other end.
 */
export const findZones = async (
  trx: TenantTrx,
  businessId: string,
): Promise<{ timeZone: string; shownIn: string | undefined }> => {
  const { rows } = await sql<{ country: string; zone: string | null }>`
    select b.country, (
      select o.time_zone from organisations o
      where o.business_id = b.id
      order by o.state = 'disconnected', o.connected_at
      limit 1) as zone
    from businesses b where b.id = ${businessId}`.execute(trx)
  const [row] = rows
  const shownIn = row?.zone ?? undefined
  return { timeZone: shownIn ?? (await timeZoneOf(undefined, row?.country)) ?? 'UTC', shownIn }
}
