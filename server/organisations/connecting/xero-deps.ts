import type { Cookies } from '../../sessions/cookies.ts'
import type { RequireSession } from '../../sessions/require-session.ts'
import type { CreateLimit } from '../../platform/http/rate-limit.ts'
import type { TenantTrx } from '../../database/database.ts'
import type { ConnectDeps } from './connect-organisations.ts'

export type XeroRouteDeps = ConnectDeps & {
  requireSession: RequireSession
  cookies: Cookies
  createLimit: CreateLimit
  publicUrl: string
  clock: () => Date
  /** What follows when the owner let go of an organisation, in the same transaction. */
  organisationDisconnected: (trx: TenantTrx, businessId: string, tenantId: string) => Promise<unknown>
}
