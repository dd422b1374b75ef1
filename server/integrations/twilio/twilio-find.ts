import { z } from 'zod'
import type { TwilioApi } from './twilio-api.ts'
import { TwilioRefusal, failureOf } from './twilio-errors.ts'
import { readStatus } from './twilio-status.ts'
import type { FoundSms, ReadSms, SeenSms, SoughtSms } from './twilio-types.ts'

const PAGE_SIZE = 100
const MAX_PAGES = 10

/** https://www.twilio.com/docs/messaging/api/message-resource */
const messageSchema = z.object({
  sid: z.string().min(1),
  status: z.string(),
  body: z.string().nullish(),
  direction: z.string().nullish(),
  from: z.string().nullish(),
  messaging_service_sid: z.string().nullish(),
  date_created: z.string().nullish(),
  error_code: z.number().nullish(),
})
const pageSchema = z.object({
  messages: z.array(messageSchema),
  next_page_uri: z.string().startsWith('/').nullish(),
})

type Message = z.infer<typeof messageSchema>

/**
 * Texts to this number that are, or may be, the one sought, looking through the latest 1,000, newest first. By number
 * only: a text that was not sent yet has no DateSent to filter by. Throws VendorFailure when it could not be read.
 */
export const findSms = async (api: TwilioApi, usual: string, sought: SoughtSms): Promise<SeenSms> => {
  const { to, bodyContains } = sought
  const unreadable: FoundSms[] = []
  const query = new URLSearchParams({ To: to, PageSize: String(PAGE_SIZE) })
  let path: string | null | undefined = `${api.accountPath}/Messages.json?${query}`
  try {
    for (let pages = 0; path && pages < MAX_PAGES; pages += 1) {
      const page: z.infer<typeof pageSchema> = await api.get(path, pageSchema)
      const ours = page.messages.filter(({ body }) => body?.includes(bodyContains))
      if (ours.length > 0) return { ours: ours.map(found), unreadable: [] }
      unreadable.push(
        ...page.messages.filter((message) => mayBe(message, sought.from ?? usual, sought)).map(found),
      )
      path = page.next_page_uri
    }
    return { ours: [], unreadable }
  } catch (cause) {
    throw failureOf(cause)
  }
}

/** Undefined where the gateway has no such text. Throws VendorFailure when it could not be read. */
export const getSms = async (api: TwilioApi, messageSid: string): Promise<ReadSms | undefined> => {
  try {
    const path = `${api.accountPath}/Messages/${encodeURIComponent(messageSid)}.json`
    const message = await api.get(path, messageSchema)
    return { ...found(message), body: isRedacted(message.body) ? undefined : message.body! }
  } catch (cause) {
    if (cause instanceof TwilioRefusal && cause.status === 404) return undefined
    throw failureOf(cause)
  }
}

/**
 * A text of this sender, of that time, whose body the account's redaction took away: it may be any of ours.
 * https://www.twilio.com/docs/messaging/guides/privacy-message-redaction
 */
const mayBe = (message: Message, sender: string, { createdSince }: SoughtSms): boolean => {
  const { body, direction, from, messaging_service_sid: service, date_created: created } = message
  const isLater = !created || !(Date.parse(created) < createdSince.getTime())
  return (
    isRedacted(body) && direction === 'outbound-api' && (from === sender || service === sender) && isLater
  )
}

/** Twilio does not say what stands in a body's place. */
export const isRedacted = (body: string | null | undefined): boolean =>
  !body || /redacted/i.test(body) || /^[xX*\s]+$/.test(body)

const found = ({ sid, status, error_code }: z.infer<typeof messageSchema>): FoundSms => ({
  messageSid: sid,
  status: readStatus(status),
  errorCode: error_code ? String(error_code) : undefined,
})
