import type { Organization } from '../../../contracts/organisations.ts'
import type { TenantTrx } from '../../database/database.ts'
import type { ConnectedOrganisation, LastReads } from './xero-status-rules.ts'

/** What this business has connected now: as the screens list it, and the facts of the connection's state. */
export const findConnectedOrganisations = async (
  trx: TenantTrx,
  businessId: string,
): Promise<{ shown: Organization; facts: ConnectedOrganisation }[]> => {
  const rows = await trx
    .selectFrom('organisations as o')
    .innerJoin('xero_authorisations as a', (join) =>
      join.onRef('a.business_id', '=', 'o.business_id').onRef('a.id', '=', 'o.authorisation_id'),
    )
    .selectAll('o')
    .select('a.state as authorisation_state')
    .where('o.business_id', '=', businessId)
    .where('o.state', '<>', 'disconnected')
    .orderBy('o.connected_at')
    .orderBy('o.name')
    .execute()
  return rows.map((row) => {
    const needsReconnect = row.authorisation_state === 'needs_reconnect'
    // One that has to be connected again does not come back by itself.
    const state = row.state === 'paused' && !needsReconnect ? 'paused' : 'connected'
    return {
      shown: {
        tenantId: row.tenant_id,
        tenantName: row.name,
        tenantType: row.type,
        createdDateUtc: row.created_date_utc.toISOString(),
        state,
        stateReason: row.state_reason,
        isDemo: row.is_demo,
        liveSince: row.live_since?.toISOString() ?? null,
      },
      facts: {
        state,
        stateReason: row.state_reason,
        needsReconnect,
        connectedAt: row.connected_at,
        lastSyncedAt: row.last_synced_at,
        sweptAt: row.swept_at,
        lastEventAt: row.last_event_at,
        liveSince: row.live_since,
      },
    }
  })
}

/** Those that were disconnected, by their owner or with the account. */
export const findDisconnectedOrganisations = (trx: TenantTrx, businessId: string): Promise<LastReads[]> =>
  trx
    .selectFrom('organisations')
    .select(['last_synced_at as lastSyncedAt', 'swept_at as sweptAt'])
    .select(['last_event_at as lastEventAt', 'live_since as liveSince'])
    .where('business_id', '=', businessId)
    .where('state', '=', 'disconnected')
    .execute()
