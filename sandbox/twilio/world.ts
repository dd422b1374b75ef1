import type { Faults } from '../faults.ts'
import type { Timers } from '../timers.ts'
import type { Wire } from '../wire.ts'
import type { NumberFacts } from './model/list-numbers.ts'
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
  /** The seconds that it may wait in the queue; null for as long as the queue holds. Older texts lack it. */
  validityPeriod?: number | null
  /** True once the conversation was opened in the console. */
  isRead: boolean
}

/** What can be set at a number of the account. */
export type NumberSettings = Omit<NumberFacts, 'phoneNumber' | 'smsUrl'>

export type Timing = { queuedMs: number; sentMs: number; deliveredMs: number }

/** State, settings and surroundings of the Twilio stand-in. */
export type TwilioWorld = {
  settings: TwilioSettings
  publicUrl: () => string
  /** Oldest first. */
  texts: Map<string, Text>
  /** Phones that Twilio itself blocks since they replied STOP, each with the sender to which: `blockOf`. */
  blocked: Set<string>
  /** What a message that comes in is posted to, as set at the number. */
  inboundUrl: () => string
  /** What is set at single numbers of the account, beside `inboundUrl`. */
  numbers: Map<string, NumberSettings>
  /** The account's message redaction: no body can be read here once its text was taken. */
  redactsBodies: boolean
  timing: Timing
  faults: Faults
  timers: Timers
  wire: Wire
  now: () => Date
}
