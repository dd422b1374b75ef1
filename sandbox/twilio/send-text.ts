import { blockOf, refuseSender } from './senders.ts'
import { SPECIAL_NUMBERS } from './special-numbers.ts'
import type { Text, TwilioWorld } from './world.ts'
import { writeText } from './write-text.ts'

export type SendForm = Partial<
  Record<'To' | 'From' | 'Body' | 'MessagingServiceSid' | 'StatusCallback' | 'ValidityPeriod', string>
>

export type TwilioRefusal = { code: number; message: string }

/** Takes a text, or refuses it with Twilio's code. */
export const takeText = (world: TwilioWorld, form: SendForm): Text | TwilioRefusal => {
  const refusal = refusalOf(world, form)
  if (refusal) return refusal
  const serviceSid = form.MessagingServiceSid ?? null
  return writeText(world, {
    direction: 'outbound-api',
    from: form.From ?? (serviceSid ? null : world.settings.from!),
    to: form.To!,
    body: form.Body!,
    status: serviceSid ? 'accepted' : 'queued',
    serviceSid,
    statusCallback: form.StatusCallback ?? null,
    validityPeriod: form.ValidityPeriod === undefined ? null : Number(form.ValidityPeriod),
  })
}

const LONGEST_BODY = 1_600
/** Ten hours: https://www.twilio.com/docs/api/errors/21624 */
const LONGEST_VALIDITY = 36_000

const refusalOf = (world: TwilioWorld, form: SendForm): TwilioRefusal | undefined => {
  const { settings } = world
  const to = form.To
  if (!to) return { code: 21604, message: "A 'To' phone number is required." }
  if (!/^\+[1-9]\d{6,14}$/.test(to)) return { code: 21211, message: `Invalid 'To' Phone Number: ${to}` }
  if (!form.From && !form.MessagingServiceSid) {
    return { code: 21603, message: "A 'From' phone number is required." }
  }
  const refusedSender = form.From && form.From !== settings.from && refuseSender(settings, form.From, to)
  if (refusedSender) return refusedSender
  if (form.MessagingServiceSid && form.MessagingServiceSid !== settings.messagingServiceSid) {
    return { code: 21701, message: 'The Messaging Service does not exist' }
  }
  if (!form.Body) return { code: 21602, message: 'Message body is required.' }
  if (form.Body.length > LONGEST_BODY) {
    return { code: 21617, message: 'The concatenated message body exceeds the 1600 character limit' }
  }
  if (form.StatusCallback !== undefined && !isAddress(form.StatusCallback)) {
    return { code: 21609, message: `The 'StatusCallback' URL ${form.StatusCallback} is not a valid URL.` }
  }
  if (form.ValidityPeriod !== undefined && !isValidity(form.ValidityPeriod)) {
    return { code: 21624, message: `The validity period ${form.ValidityPeriod} is invalid.` }
  }
  const sender = form.From ?? form.MessagingServiceSid!
  if (world.blocked.has(blockOf(to, sender)))
    return { code: 21610, message: 'Attempt to send to unsubscribed recipient' }
  const fate = SPECIAL_NUMBERS[to]
  return fate?.kind === 'refused' ? { code: fate.code, message: fate.message } : undefined
}

const isValidity = (seconds: string): boolean =>
  /^\d+$/.test(seconds) && Number(seconds) >= 1 && Number(seconds) <= LONGEST_VALIDITY

/** Twilio takes no host with an underscore. */
const isAddress = (address: string): boolean => {
  const url = URL.parse(address)
  return url !== null && /^https?:$/.test(url.protocol) && !url.hostname.includes('_')
}
