import { isShortCode } from '../platform/sender-shape-rules.ts'

/** In these countries a text cannot come from a name: Twilio would refuse it. */
export const WITHOUT_NAMES = ['NZ', 'US', 'CA', 'PR']

const NUMBER = /^\+\d+$/
const MESSAGING_SERVICE = /^MG[0-9a-f]{32}$/i

/** Whether it is a phone number with its plus, and not a name. */
export const isNumber = (sender: string): boolean => NUMBER.test(sender)

/** One of Twilio's, which picks a number by itself. */
export const isMessagingService = (sender: string): boolean => MESSAGING_SERVICE.test(sender)

/** Whether a customer can reply to it with STOP. A name is one-way. */
export const canReceive = (sender: string): boolean =>
  isNumber(sender) || isShortCode(sender) || isMessagingService(sender)

/** Whether a customer can reply to this own sender, or to the shared one (null), which is two-way or not. */
export const canBeAnswered = (sender: string | null, isTwoWay: boolean): boolean =>
  sender === null ? isTwoWay : canReceive(sender)

/**
 * The own sender by which a text to this country goes; null for the shared one, which also stands in where the
 * business's own is a name and the country has none.
 */
export const senderTo = (country: string, ownSender: string | null): string | null =>
  ownSender !== null && !isNumber(ownSender) && WITHOUT_NAMES.includes(country) ? null : ownSender
