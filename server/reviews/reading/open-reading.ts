import type { ReviewsRead } from '../../integrations/google/business-profile-types.ts'
import type { Leases } from '../../platform/postgres/work/leases.ts'
import type { Log } from '../../platform/process/log.ts'
import type { ProfileKey } from '../connecting/connection-life.ts'
import type { FoundProfile } from '../connecting/connection-queries.ts'
import type { ProfileDeps } from '../connecting/profile-deps.ts'

export type ReadDeps = ProfileDeps & {
  leases: Leases
  log: Pick<Log, 'info' | 'warn'>
  /** Where Google's notifications go; undefined where none are wanted. */
  topic: string | undefined
}

/** A connection in hand, whose location is known. */
export type Open = ReadDeps & {
  key: ProfileKey
  found: FoundProfile
  accessToken: string
  location: { reviews: (accessToken: string, pageToken: string | undefined) => Promise<ReviewsRead> }
  /** Takes a call, makes it, and says when it was asked. */
  ask: <Out>(question: (accessToken: string) => Promise<Out>) => Promise<{ read: Out; askedAt: Date }>
}
