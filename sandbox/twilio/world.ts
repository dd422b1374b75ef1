import type { Faults } from '../faults.ts'
import type { Timers } from '../timers.ts'
import type { Wire } from '../wire.ts'
import type { TextFacts } from './model/text.ts'

export type TwilioSettings = {
  accountSid: string
  authToken: string
  from: string | undefined
  messagingServiceSid: string | undefined
}

/** A text as the sandbox keeps it. */
export type Text = TextFacts & {
  statusCallback: string | null
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
