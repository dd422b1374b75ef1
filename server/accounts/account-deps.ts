import type { Db } from '../database.ts'
import type { Oidc } from '../integrations/google/oidc.ts'
import type { AccountReady } from '../reactions/account-ready.ts'
import type { CreateLimit } from '../platform/rate-limit.ts'
import type { Cookies } from './cookies.ts'
import type { Gate } from './gate.ts'

export type AccountDeps = {
  db: Db
  oidc: Oidc
  cookies: Cookies
  gate: Gate
  accountReady: AccountReady
  createLimit: CreateLimit
  publicUrl: string
  clock: () => Date
}
