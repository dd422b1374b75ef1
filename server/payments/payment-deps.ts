import type { Gate } from '../sessions/require-session.ts'
import type { Cookies } from '../sessions/cookies.ts'
import type { Db } from '../database/database.ts'
import type { StripePort } from '../integrations/stripe/stripe.ts'
import type { Log } from '../platform/process/log.ts'
import type { CreateLimit } from '../platform/http/rate-limit.ts'

export type PaymentDeps = { db: Db; stripe: StripePort; clock: () => Date; log: Log }

export type FundsDeps = PaymentDeps & {
  cookies: Cookies
  gate: Gate
  createLimit: CreateLimit
  publicUrl: string
  prices: Record<string, number>
  isTwoWay: boolean
}
