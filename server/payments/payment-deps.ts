import type { RequireSession } from '../sessions/require-session.ts'
import type { Cookies } from '../sessions/cookies.ts'
import type { Db, TenantTrx } from '../database/database.ts'
import type { StripePort } from '../integrations/stripe/stripe.ts'
import type { Log } from '../platform/process/log.ts'
import type { CreateLimit } from '../platform/http/rate-limit.ts'

export type PaymentDeps = {
  db: Db
  stripe: StripePort
  clock: () => Date
  log: Log
  fundsAdded: FundsAdded
}

/** What follows when money came into the funds, in the transaction that booked it. */
export type FundsAdded = (trx: TenantTrx, businessId: string, now: Date) => Promise<void>

export type FundsDeps = PaymentDeps & {
  cookies: Cookies
  requireSession: RequireSession
  createLimit: CreateLimit
  publicUrl: string
  prices: Record<string, number>
  isTwoWay: boolean
}
