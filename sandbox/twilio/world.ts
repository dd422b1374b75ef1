import type { Faults } from '../faults.ts'
import type { Timers } from '../timers.ts'
import type { Wire } from '../wire.ts'

export type TwilioSettings = {
  accountSid: string
  authToken: string
  from: string | undefined
  messagingServiceSid: string | undefined
}

export type TextStatus =
  | 'accepted'
  | 'queued'
  | 'sending'
  | 'sent'
  | 'delivered'
  | 'undelivered'
  | 'failed'
  | 'received'

export type Text = {
  sid: string
  direction: 'outbound-api' | 'outbound-reply' | 'inbound'
  from: string | null
  to: string
  body: string
  segments: number
  serviceSid: string | null
  status: TextStatus
  errorCode: number | null
  errorMessage: string | null
  statusCallback: string | null
  createdAt: number
  sentAt: number | null
  updatedAt: number
  /** Shown on the console's phone as read once someone looked. */
  isRead: boolean
}

export type Timing = { queuedMs: number; sentMs: number; deliveredMs: number }

/** Everything that the Twilio stand-in knows and needs. */
export type TwilioWorld = {
  settings: TwilioSettings
  publicUrl: () => string
  /** Oldest first. */
  texts: Map<string, Text>
  /** Numbers that Twilio itself blocks since they replied STOP. */
  blocked: Set<string>
  timing: Timing
  faults: Faults
  timers: Timers
  wire: Wire
  now: () => Date
}
