import { isShortCode } from '../../platform/sender-shape-rules.ts'
import { notChecked, type Check } from './check.ts'

/**
 * Twilio handles STOP and HELP for long numbers alone, and does not say how a short code is set up.
 * https://www.twilio.com/docs/messaging/tutorials/advanced-opt-out
 */
export const checkShortCode = (sender: string): Check | undefined =>
  isShortCode(sender)
    ? notChecked(
        'STOP answers',
        `by itself Twilio answers neither STOP nor HELP to ${sender}, which carriers ask for, though we record each ` +
          'STOP: put it into a messaging service with Advanced Opt-Out, and set TWILIO_MESSAGING_SERVICE_SID',
      )
    : undefined
