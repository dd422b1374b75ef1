import type { Db, TenantTrx } from '../database/database.ts'
import type { StripePort } from '../integrations/stripe/stripe.ts'
import type { SqlTime } from '../platform/postgres/connections/database-clock.ts'
import type { Log } from '../platform/process/log.ts'

export type PaymentDeps = {
  db: Db
  stripe: StripePort
  clock: () => Date
  databaseNow: () => Promise<Date>
  sqlNow: () => SqlTime
  /** Whether this process may charge by itself: not right after it stood still. */
  isRested: () => boolean
  log: Log
  fundsAdded: FundsAdded
  /** Called for each payment, refund and dispute that came into the ledger by these. */
  recordBooked?: () => void
}

/** What follows when money came into the funds, in the transaction that booked it. */
export type FundsAdded = (trx: TenantTrx, businessId: string, now: Date) => Promise<void>
