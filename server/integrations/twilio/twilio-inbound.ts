import { z } from 'zod'
import { VendorFailure } from '../../platform/errors.ts'
import type { TwilioApi } from './twilio-api.ts'
import { failureOf } from './twilio-errors.ts'
import { isRedacted } from './twilio-find.ts'
import type { InboundSms } from './twilio-types.ts'

const PAGE_SIZE = 1000
const MAX_PAGES = 100
const NUMBER = /^\+\d+$/

const messageSchema = z.object({
  sid: z.string().min(1),
  direction: z.string(),
  from: z.string().nullish(),
  to: z.string().nullish(),
  body: z.string().nullish(),
  date_sent: z.string().nullish(),
  date_created: z.string().nullish(),
})
const pageSchema = z.object({
  messages: z.array(messageSchema),
  next_page_uri: z.string().startsWith('/').nullish(),
})

export type ListedInbound = InboundSms & { sentAt: Date }

/**
 * Texts that came to us since then, oldest first. Those to a messaging service are not listed by it, so all of the
 * account's are read. What redaction made unreadable is left out. Throws VendorFailure where not all could be read.
 */
export const listInbound = async (
  api: TwilioApi,
  { sender, since }: { sender: string; since: Date },
): Promise<ListedInbound[]> => {
  const query = new URLSearchParams({ 'DateSent>': since.toISOString(), PageSize: String(PAGE_SIZE) })
  if (NUMBER.test(sender)) query.set('To', sender)
  let path: string | null | undefined = `${api.accountPath}/Messages.json?${query}`
  const listed: ListedInbound[] = []
  for (let pages = 0; path; pages += 1) {
    if (pages === MAX_PAGES)
      throw new VendorFailure('twilio', 'retry-later', 'too-many-pages', 'Twilio lists more than can be read')
    const page: z.infer<typeof pageSchema> = await api.get(path, pageSchema).catch((cause: unknown) => {
      throw failureOf(cause)
    })
    listed.push(...page.messages.flatMap(toInbound))
    path = page.next_page_uri
  }
  return listed.toReversed()
}

const toInbound = (message: z.infer<typeof messageSchema>): ListedInbound[] => {
  const { sid: messageSid, direction, from, to, body, date_sent: sent, date_created: created } = message
  const sentAt = new Date(sent ?? created ?? '')
  if (direction !== 'inbound' || isRedacted(body) || !from || !NUMBER.test(from)) return []
  if (Number.isNaN(sentAt.getTime())) return []
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
