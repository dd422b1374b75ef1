import { z } from 'zod'
import type { TwilioApi } from './twilio-api.ts'
import { failureOf } from './twilio-errors.ts'

/**
 * `once`: our door, but nothing is posted again after an error. `by-get`: our door, by a method that it does not take.
 * `of-application`: an application has the texts, and Twilio ignores the number's address. `without-texts`: no SMS.
 */
export type InboundAddress =
  | { kind: 'ours' | 'once' | 'by-get' | 'not-in-account' | 'without-texts' }
  | { kind: 'elsewhere'; address: string | undefined }
  | { kind: 'of-application'; applicationSid: string }

/** What the address has to end with. */
export const ASKS_FOR_RETRIES = '#rc=5&rp=all'

/** The address of ours to which Twilio posts texts, without the ending that asks for retries. */
export const inboundDoor = (publicUrl: string): string =>
  `${publicUrl.replace(/\/+$/, '')}/webhooks/twilio/inbound`

/** https://www.twilio.com/docs/phone-numbers/api/incomingphonenumber-resource */
const numbersSchema = z.object({
  incoming_phone_numbers: z.array(
    z.object({
      phone_number: z.string(),
      capabilities: z.object({ sms: z.boolean().nullish() }).nullish(),
      sms_application_sid: z.string().nullish(),
      sms_method: z.string().nullish(),
      sms_url: z.string().nullish(),
    }),
  ),
})

/** Whether this number of ours can text, and Twilio posts texts to it to our door. Throws VendorFailure. */
export const readInboundAddress = async (
  api: TwilioApi,
  phoneNumber: string,
  publicUrl: string,
): Promise<InboundAddress> => {
  const query = new URLSearchParams({ PhoneNumber: phoneNumber })
  const { incoming_phone_numbers: numbers } = await api
    .get(`${api.accountPath}/IncomingPhoneNumbers.json?${query}`, numbersSchema)
    .catch((cause: unknown) => {
      throw failureOf(cause)
    })
  const number = numbers.find((one) => one.phone_number === phoneNumber)
  if (!number) return { kind: 'not-in-account' }
  if (number.capabilities?.sms === false) return { kind: 'without-texts' }
  if (number.sms_application_sid)
    return { kind: 'of-application', applicationSid: number.sms_application_sid }
  const [address = '', fragment = ''] = (number.sms_url ?? '').split('#')
  if (address !== inboundDoor(publicUrl)) return { kind: 'elsewhere', address: address || undefined }
  if (number.sms_method === 'GET') return { kind: 'by-get' }
  return { kind: asksForRetries(fragment) ? 'ours' : 'once' }
}

/** https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides */
const asksForRetries = (fragment: string): boolean => {
  const asked = new URLSearchParams(fragment)
  const policies = (asked.get('rp') ?? '').split(',')
  return Number(asked.get('rc') ?? 0) >= 1 && policies.some((policy) => policy === 'all' || policy === '5xx')
}
