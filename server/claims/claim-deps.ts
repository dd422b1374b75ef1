import type { Cookies } from '../sessions/cookies.ts'
import type { RequireSession } from '../sessions/require-session.ts'
import type { Db } from '../database/database.ts'
import type { Places } from '../integrations/google/places-types.ts'
import type { CreateLimit } from '../platform/http/rate-limit.ts'

export type ClaimDeps = {
  db: Db
  cookies: Cookies
  requireSession: RequireSession
  createLimit: CreateLimit
  places: Pick<Places, 'autocomplete' | 'details'>
  /** ISO 3166 alpha-2: where businesses are searched for. */
  regionCodes: string[]
  publicUrl: string
  clock: () => Date
}
