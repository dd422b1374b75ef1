import { z } from 'zod'
import type { TwilioApi } from './twilio-api.ts'
import { TwilioRefusal, failureOf } from './twilio-errors.ts'
import { readStatus } from './twilio-status.ts'
import type { FoundSms } from './twilio-types.ts'

const PAGE_SIZE = 100
const MAX_PAGES = 10

/** https://www.twilio.com/docs/messaging/api/message-resource */
const messageSchema = z.object({
  sid: z.string().min(1),
  status: z.string(),
  body: z.string().nullish(),
  error_code: z.number().nullish(),
})
const pageSchema = z.object({
  messages: z.array(messageSchema),
  next_page_uri: z.string().startsWith('/').nullish(),
})

/**
 * The text to this number whose body contains `bodyContains`, looking through the latest 1,000, newest first. By number
 * only: a text that was not sent yet has no DateSent to filter by. Throws VendorFailure when it could not be read.
 */
export const findSms = async (
  api: TwilioApi,
  { to, bodyContains }: { to: string; bodyContains: string },
): Promise<FoundSms | undefined> => {
  const query = new URLSearchParams({ To: to, PageSize: String(PAGE_SIZE) })
  let path: string | null | undefined = `${api.accountPath}/Messages.json?${query}`
  try {
    for (let pages = 0; path && pages < MAX_PAGES; pages += 1) {
      const page: z.infer<typeof pageSchema> = await api.get(path, pageSchema)
      const match = page.messages.find(({ body }) => body?.includes(bodyContains))
      if (match) return found(match)
      path = page.next_page_uri
    }
    return undefined
  } catch (cause) {
    throw failureOf(cause)
  }
}

/** Undefined where the gateway has no such text. Throws VendorFailure when it could not be read. */
export const getSms = async (api: TwilioApi, messageSid: string): Promise<FoundSms | undefined> => {
  try {
    const path = `${api.accountPath}/Messages/${encodeURIComponent(messageSid)}.json`
    return found(await api.get(path, messageSchema))
  } catch (cause) {
    if (cause instanceof TwilioRefusal && cause.status === 404) return undefined
    throw failureOf(cause)
  }
}

const found = ({ sid, status, error_code }: z.infer<typeof messageSchema>): FoundSms => ({
  messageSid: sid,
  status: readStatus(status),
  errorCode: error_code ? String(error_code) : undefined,
})
