import type { RequireSession } from '../sessions/require-session.ts'
import type { Db, TenantTrx } from '../database/database.ts'
import type { SendOutcome, SmsToSend } from '../integrations/twilio/twilio-types.ts'
import type { CreateLimit } from '../platform/http/rate-limit.ts'
import type { TextDeps } from '../texts/priced-text.ts'

export type SmsDeps = TextDeps & {
  db: Db
  requireSession: RequireSession
  createLimit: CreateLimit
  hashPhone: (phone: string) => Buffer
  twilio: { send: (sms: SmsToSend) => Promise<SendOutcome> }
  clock: () => Date
  /** What follows when the owner has left somebody out, in the same transaction. */
  exclusionsChanged: (trx: TenantTrx, businessId: string) => Promise<unknown>
}
