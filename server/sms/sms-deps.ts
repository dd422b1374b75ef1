import type { Gate } from '../accounts/gate.ts'
import type { Db } from '../database.ts'
import type { SendOutcome, SmsToSend } from '../integrations/twilio/twilio-types.ts'
import type { CreateLimit } from '../platform/rate-limit.ts'
import type { TextDeps } from './priced-text.ts'

export type SmsDeps = TextDeps & {
  db: Db
  gate: Gate
  createLimit: CreateLimit
  hashPhone: (phone: string) => Buffer
  twilio: { send: (sms: SmsToSend) => Promise<SendOutcome> }
  clock: () => Date
}
