import type { RequireSession } from '../sessions/require-session.ts'
import type { Places } from '../integrations/google/places-types.ts'
import type { CreateLimit } from '../platform/http/rate-limit.ts'
import type { AccountReady } from '../sessions/session-deps.ts'
import type { ChooseDeps } from './choose-business.ts'

export type BusinessDeps = ChooseDeps & {
  places: Places
  requireSession: RequireSession
  accountReady: AccountReady
  createLimit: CreateLimit
  /** ISO 3166 alpha-2: where businesses are searched for. */
  regionCodes: string[]
  clock: () => Date
}
