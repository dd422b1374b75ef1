import type { XeroStatus } from '../../../contracts/organisations.ts'

/** When its invoices were last read, by a sync or a sweep, and when Xero last reported a change. */
export type LastReads = { lastSyncedAt: Date | null; sweptAt: Date | null; lastEventAt: Date | null }

export type ConnectedOrganisation = LastReads & {
  state: 'connected' | 'paused'
  stateReason: string | null
  needsReconnect: boolean
  connectedAt: Date
}

/**
 * One state for the whole connection: a fault of any organisation is the one that is shown. Where none is connected,
 * what was read last is that of `resumable`, those that are caught up once they are connected again.
 */
export const xeroStatusOf = (
  organisations: ConnectedOrganisation[],
  resumable: LastReads[] = [],
): XeroStatus => {
  const read = organisations.length > 0 ? organisations : resumable
  const lost = organisations.some(({ needsReconnect }) => needsReconnect)
  const paused = organisations.find(({ state }) => state === 'paused')
  return {
    status: organisations.length === 0 ? 'disconnected' : lost || paused ? 'error' : 'connected',
    lastSync: latest(read.flatMap(({ lastSyncedAt, sweptAt }) => [lastSyncedAt, sweptAt])),
    connectedAt: earliest(organisations.map(({ connectedAt }) => connectedAt)),
    lastActivity: latest(read.map(({ lastEventAt }) => lastEventAt)),
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
