import type { Gate } from '../accounts/gate.ts'
import type { Cookies } from '../accounts/cookies.ts'
import type { Db } from '../database.ts'
import type { StripePort } from '../integrations/stripe/stripe.ts'
import type { Log } from '../platform/log.ts'
import type { CreateLimit } from '../platform/rate-limit.ts'

export type PaymentDeps = { db: Db; stripe: StripePort; clock: () => Date; log: Log }

export type FundsDeps = PaymentDeps & {
  cookies: Cookies
  gate: Gate
  createLimit: CreateLimit
  publicUrl: string
  prices: Record<string, number>
  isTwoWay: boolean
}
