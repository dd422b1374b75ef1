import { z } from 'zod'
import { VendorFailure } from '../../platform/errors.ts'
import type { TwilioApi } from './twilio-api.ts'
import { failureOf } from './twilio-errors.ts'
import { isRedacted } from './twilio-find.ts'
import { readPages } from './twilio-pages.ts'
import type { InboundSms } from './twilio-types.ts'

/** Of a list that goes on changing while it is read. */
const MOST_READINGS = 5
const NUMBER = /^\+\d+$/

const messageSchema = z.object({
  sid: z.string().min(1),
  direction: z.string().nullish(),
  from: z.string().nullish(),
  to: z.string().nullish(),
  body: z.string().nullish(),
  date_sent: z.string().nullish(),
  date_created: z.string().nullish(),
})
export type ListedInbound = InboundSms & { sentAt: Date }
/** `unreadable`: how many texts are not as Twilio describes them. */
export type InboundPage = { texts: ListedInbound[]; unreadable: number }

/**
 * Texts that came to us since then, each once, the newest page first; a service lists all of the account's. A text may
 * move to a page that was read already, so several pages are read again until none is new. What redaction made
 * unreadable is left out. Throws VendorFailure where not all could be read.
 */
export async function* listInbound(
  api: TwilioApi,
  { sender, since }: { sender: string; since: Date },
): AsyncGenerator<InboundPage> {
  const seen = new Set<string>()
  let newest = 0
  for (let reading = 1; reading <= MOST_READINGS; reading += 1) {
    let [pages, missed] = [0, 0]
    const query = { 'DateSent>': since.toISOString(), ...(NUMBER.test(sender) && { To: sender }) }
    for await (const messages of readPages(api, query)) {
      const texts = messages.flatMap((message) => toInbound(message, since)).toReversed()
      const fresh = texts.filter(({ messageSid }) => !seen.has(messageSid))
      for (const { messageSid } of fresh) seen.add(messageSid)
      if (reading === 1) newest = Math.max(newest, ...fresh.map(({ sentAt }) => sentAt.getTime()))
      // What came in meanwhile is newer, and is read in the next poll anyway.
      missed += fresh.filter(({ sentAt }) => sentAt.getTime() <= newest).length
      const unreadable = messages.filter((message) => !messageSchema.safeParse(message).success).length
      yield { texts: fresh, unreadable: reading === 1 ? unreadable : 0 }
      pages += 1
    }
    if (pages === 1 || (reading > 1 && missed === 0)) return
  }
  throw new VendorFailure('twilio', 'retry-later', 'list-changes', 'Twilio’s list changes while it is read')
}

const toInbound = (listed: unknown, since: Date): ListedInbound[] => {
  const { data: message } = messageSchema.safeParse(listed)
  if (!message) return []
  const { sid: messageSid, direction, from, to, body, date_sent: sent, date_created: created } = message
  if (direction !== 'inbound' || isRedacted(body) || !from || !NUMBER.test(from)) return []
  // Without a date that can be read it counts as the oldest, so that it undoes nothing that was said since.
  const dates = [sent, created].flatMap((date) => (date ? [Date.parse(date)] : []))
  const sentAt = new Date(dates.find((date) => !Number.isNaN(date)) ?? since.getTime())
  return [{ messageSid, from, to: to ?? '', body: body!, optOutType: undefined, sentAt }]
}

const numbersSchema = z.object({
  incoming_phone_numbers: z.array(z.object({ phone_number: z.string(), sms_url: z.string().nullish() })),
})

/** Where Twilio posts texts to this number of ours. Undefined where the account has no such number. */
export const readInboundUrl = async (api: TwilioApi, phoneNumber: string): Promise<string | undefined> => {
  const query = new URLSearchParams({ PhoneNumber: phoneNumber })
  const { incoming_phone_numbers: numbers } = await api
    .get(`${api.accountPath}/IncomingPhoneNumbers.json?${query}`, numbersSchema)
    .catch((cause: unknown) => {
      throw failureOf(cause)
    })
  return numbers.find((number) => number.phone_number === phoneNumber)?.sms_url ?? undefined
}
