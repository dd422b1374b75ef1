import { isE164, isSenderName } from '../platform/sender-shape-rules.ts'
import { isNumber, WITHOUT_NAMES } from '../texts/sender-rules.ts'

/** What the operator wants: a number or name of its own, or `null` for the shared sender. */
export type WantedSender = {
  sender: string | null
  /** The operator says that the name is registered where names have to be. */
  isRegistered: boolean
}

/** https://www.acma.gov.au/sms-sender-id-register: since 1 July 2026 other names are shown as "Unverified" there. */
const REGISTERED_NAMES = ['AU']

/**
 * Why this sender cannot be a business's in this country, and what to do; undefined where it can. `textsTo`: the
 * countries of its customers so far.
 */
export const senderFault = (
  { sender, isRegistered }: WantedSender,
  { country, textsTo, shared }: { country: string; textsTo: string[]; shared: string },
): string | undefined => {
  if (sender === null) return undefined
  if (sender.toLowerCase() === shared.toLowerCase())
    return `${sender} is the shared sender of the settings. Set another one, or --shared.`
  if (isNumber(sender) || sender.startsWith('+'))
    return isE164(sender)
      ? undefined
      : `${sender} is no number in international form. Write it like +61480000111, without spaces.`
  if (!isSenderName(sender))
    return `"${sender}" cannot be a name: it takes 3 to 11 letters, digits, spaces, +, -, _ or &, with a letter among them.`
  if (WITHOUT_NAMES.includes(country))
    return `In ${country}, the country of this business, a text cannot come from a name. Set a number of its own, or --shared.`
  const strict = [country, ...textsTo].find((one) => REGISTERED_NAMES.includes(one))
  if (strict !== undefined && !isRegistered)
    return `This business texts to ${strict}, where a name is shown as "Unverified" unless it is registered. Register ${sender} for this business (OPERATIONS says how), then add --registered.`
  return undefined
}
