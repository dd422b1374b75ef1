import { z } from 'zod'
import type { TwilioApi } from './twilio-api.ts'
import { failureOf } from './twilio-errors.ts'

/** `once`: our door, but nothing is posted again after an error. `address` is undefined where none is set. */
export type InboundAddress =
  | { kind: 'ours' | 'once' | 'elsewhere'; address: string | undefined }
  | { kind: 'not-in-account' }

/** What the address has to end with. */
export const ASKS_FOR_RETRIES = '#rc=5&rp=all'

export const inboundDoor = (publicUrl: string): string =>
  `${publicUrl.replace(/\/+$/, '')}/webhooks/twilio/inbound`

const numbersSchema = z.object({
  incoming_phone_numbers: z.array(z.object({ phone_number: z.string(), sms_url: z.string().nullish() })),
})

/** Whether Twilio posts texts to this number of ours to our door. Throws VendorFailure. */
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
  const [address = '', fragment = ''] = (number.sms_url ?? '').split('#')
  if (address !== inboundDoor(publicUrl)) return { kind: 'elsewhere', address: address || undefined }
  return { kind: asksForRetries(fragment) ? 'ours' : 'once', address }
}

/** https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides */
const asksForRetries = (fragment: string): boolean => {
  const asked = new URLSearchParams(fragment)
  const policies = (asked.get('rp') ?? '').split(',')
  return Number(asked.get('rc') ?? 0) >= 1 && policies.some((policy) => policy === 'all' || policy === '5xx')
}
