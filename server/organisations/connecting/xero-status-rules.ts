import type { XeroStatus } from '../../../contracts/organisations.ts'

/** When its invoices were last read, by a sync or a sweep, when Xero last told of a change, and whether it is live. */
export type LastReads = {
  lastSyncedAt: Date | null
  sweptAt: Date | null
  lastEventAt: Date | null
  liveSince: Date | null
}

export type ConnectedOrganisation = LastReads & {
  state: 'connected' | 'paused'
  stateReason: string | null
  needsReconnect: boolean
  connectedAt: Date
}

/**
 * One state for the whole connection: a fault of any organisation is the one that is shown. Where none is connected,
 * what was read last is that of those that were: of `disconnected`.
 */
export const xeroStatusOf = (
  organisations: ConnectedOrganisation[],
  disconnected: LastReads[] = [],
): XeroStatus => {
  const read = organisations.length > 0 ? organisations : disconnected
  const lost = organisations.some(({ needsReconnect }) => needsReconnect)
  const paused = organisations.find(({ state }) => state === 'paused')
  return {
    status: organisations.length === 0 ? 'disconnected' : lost || paused ? 'error' : 'connected',
    lastSync: latest(read.flatMap(({ lastSyncedAt, sweptAt }) => [lastSyncedAt, sweptAt])),
    connectedAt: earliest(organisations.map(({ connectedAt }) => connectedAt)),
    lastActivity: latest(read.map(({ lastEventAt }) => lastEventAt)),
    // Deactivating ends the life of an organisation: it goes live anew.
    catchesUp: read.some(({ liveSince }) => liveSince !== null),
    needsReconnect: lost,
    message: lost
      ? 'Xero no longer lets us in. Please connect Xero again.'
      : paused
        ? (paused.stateReason ?? 'Xero no longer lets us see this organisation.')
        : null,
  }
}

const latest = (moments: (Date | null)[]): string | null => toText(moments, Math.max)
const earliest = (moments: (Date | null)[]): string | null => toText(moments, Math.min)

const toText = (moments: (Date | null)[], pick: (...times: number[]) => number): string | null => {
  const times = moments.flatMap((moment) => (moment ? [moment.getTime()] : []))
  return times.length > 0 ? new Date(pick(...times)).toISOString() : null
}
