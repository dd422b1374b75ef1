import type { Generated, GeneratedAlways } from 'kysely'

// Made by `npm run schema` from a freshly migrated database; `npm run check` fails where the two differ.

export type WebhooksTables = {
  inbound_polls: {
    sender: string
    polled_at: Date
  }
  sms_callbacks: {
    id: GeneratedAlways<number>
    message_sid: string
    status: string
    error_code: string | null
    attempt_id: string | null
    business_id: string | null
    received_at: Generated<Date>
    outcome: SmsCallbackOutcome | null
    slot: Generated<Date>
  }
  sms_inbound: {
    message_sid: string
    phone_hash: Buffer
    sender: string
    meaning: SmsInboundMeaning
    business_id: string | null
    received_at: Generated<Date>
  }
  twilio_messages: {
    id: string
    kind: TwilioMessageKind
    about: string
    content: string
    received_at: Generated<Date>
    handled_at: Date | null
    attempts: Generated<number>
    failed_at: Date | null
    error: string | null
    retry_at: Date | null
    dead_at: Date | null
  }
}

export type SmsCallbackOutcome = 'sent' | 'delivered' | 'failed'

export type SmsInboundMeaning = 'stop' | 'start' | 'other'

export type TwilioMessageKind = 'status' | 'inbound'
