import type { Cookies } from '../accounts/cookies.ts'
import type { Gate } from '../accounts/gate.ts'
import type { Db } from '../database.ts'
import type { Places } from '../integrations/google/places-types.ts'
import type { CreateLimit } from '../platform/rate-limit.ts'

export type ClaimDeps = {
  db: Db
  cookies: Cookies
  gate: Gate
  createLimit: CreateLimit
  places: Pick<Places, 'autocomplete' | 'details'>
  /** ISO 3166 alpha-2: where businesses are searched for. */
  regionCodes: string[]
  publicUrl: string
  clock: () => Date
}
