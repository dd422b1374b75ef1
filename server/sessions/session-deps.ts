import type { Db } from '../database/database.ts'
import type { Oidc } from '../integrations/google/oidc.ts'
import type { AccountReady } from '../flows/accounts/account-ready.ts'
import type { CreateLimit } from '../platform/http/rate-limit.ts'
import type { Cookies } from './cookies.ts'
import type { Gate } from './require-session.ts'

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
