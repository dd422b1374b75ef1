import type { Cookies } from '../accounts/cookies.ts'
import type { Gate } from '../accounts/gate.ts'
import type { CreateLimit } from '../platform/rate-limit.ts'
import type { ConnectDeps } from './connect-organisations.ts'

export type XeroRouteDeps = ConnectDeps & {
  gate: Gate
  cookies: Cookies
  createLimit: CreateLimit
  publicUrl: string
  clock: () => Date
}
