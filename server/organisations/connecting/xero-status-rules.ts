import type { XeroStatus } from '../../../contracts/organisations.ts'

export type ConnectedOrganisation = {
  state: 'connected' | 'paused'
  stateReason: string | null
  needsReconnect: boolean
  connectedAt: Date
  lastSyncedAt: Date | null
  sweptAt: Date | null
  lastEventAt: Date | null
}

/** One state for the whole connection: a fault of any organisation is the one that is shown. */
export const xeroStatusOf = (organisations: ConnectedOrganisation[]): XeroStatus => {
  const lost = organisations.some(({ needsReconnect }) => needsReconnect)
  const paused = organisations.find(({ state }) => state === 'paused')
  return {
    status: organisations.length === 0 ? 'disconnected' : lost || paused ? 'error' : 'connected',
    lastSync: latest(organisations.flatMap(({ lastSyncedAt, sweptAt }) => [lastSyncedAt, sweptAt])),
    connectedAt: earliest(organisations.map(({ connectedAt }) => connectedAt)),
    lastActivity: latest(organisations.map(({ lastEventAt }) => lastEventAt)),
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
