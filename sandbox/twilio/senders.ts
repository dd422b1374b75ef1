import { isE164, isShortCode } from '../../server/platform/sender-shape-rules.ts'
import type { Text, TwilioSettings, TwilioWorld } from './world.ts'

/** Numbers that the account has beside that of the settings: for businesses with a number of their own. */
export const SPARE_NUMBERS = ['+61480000001', '+61480000002', '+61480000003']

/** https://www.twilio.com/docs/glossary/what-alphanumeric-sender-id */
const NAME = /^(?=.*[A-Za-z])[A-Za-z0-9 +_&-]{1,11}$/
const WITHOUT_NAMES = /^\+(1|64)/

const takesReplies = (sender: string): boolean => isE164(sender) || isShortCode(sender)

export const numbersOf = ({ from }: TwilioSettings): string[] => [
  ...(from?.startsWith('+') ? [from] : []),
  ...SPARE_NUMBERS,
]

/** Undefined where the account may send from it. */
export const refuseSender = (settings: TwilioSettings, from: string, to: string) => {
  if (from.startsWith('+') || !NAME.test(from))
    return numbersOf(settings).includes(from)
      ? undefined
      : { code: 21606, message: `The 'From' number ${from} is not a valid message-capable number.` }
  return WITHOUT_NAMES.test(to)
    ? { code: 21612, message: `The 'To' number ${to} cannot be reached from ${from}.` }
    : undefined
}

/** Twilio blocks a phone for the sender, or the messaging service, to which it replied STOP. */
export const blockOf = (phone: string, sender: string): string => `${phone} ${sender}`

/**
 * By itself only for long and toll-free numbers; our messaging service counts as one with Advanced Opt-Out.
 * https://www.twilio.com/docs/messaging/tutorials/advanced-opt-out
 */
export const handlesStop = (number: string, serviceSid: string | null): boolean =>
  serviceSid !== null || !isShortCode(number)

export const isBlocked = ({ blocked }: TwilioWorld, phone: string): boolean =>
  [...blocked].some((block) => block.startsWith(`${phone} `))

/** Which number a phone replies to: this one, the one that texted it last, or else that of the settings. */
export const senderToReplyTo = (
  world: TwilioWorld,
  phone: string,
  to?: string,
): { number: string; serviceSid: string | null; block: string } => {
  const { from, messagingServiceSid } = world.settings
  const last = [...world.texts.values()].findLast((text) => isToPhone(text, phone))
  const shared = from && takesReplies(from) ? from : '+61480000000'
  const number = to ?? (last?.from && takesReplies(last.from) ? last.from : shared)
  const serviceSid = number === shared ? (messagingServiceSid ?? null) : null
  return { number, serviceSid, block: blockOf(phone, serviceSid ?? number) }
}

/** The name that texted this phone last: a name takes no replies. */
export const oneWaySenderOf = (world: TwilioWorld, phone: string): string | undefined => {
  const last = [...world.texts.values()].findLast((text) => isToPhone(text, phone))
  return last?.from && !takesReplies(last.from) ? last.from : undefined
}

const isToPhone = (text: Text, phone: string): boolean =>
  text.direction === 'outbound-api' && text.to === phone
