import type { Cookies } from '../sessions/cookies.ts'
import type { Gate } from '../sessions/require-session.ts'
import type { CreateLimit } from '../platform/http/rate-limit.ts'
import type { ConnectDeps } from './connect-organisations.ts'

export type XeroRouteDeps = ConnectDeps & {
  gate: Gate
  cookies: Cookies
  createLimit: CreateLimit
  publicUrl: string
  clock: () => Date
}
