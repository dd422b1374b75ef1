import type { MessageInstance, MessageListInstance } from 'twilio/lib/rest/api/v2010/account/message.js'
import { TwilioRefusal, failureOf } from './twilio-errors.ts'
import { readStatus } from './twilio-status.ts'
import type { FoundSms } from './twilio-types.ts'

const PAGE_SIZE = 100
const MAX_PAGES = 10

/**
 * The text to this number whose body contains `bodyContains`, looking through the latest 1,000, newest first. By number
 * only: a text that was not sent yet has no DateSent to filter by. Throws VendorFailure when it could not look.
 */
export const findSms = async (
  messages: MessageListInstance,
  { to, bodyContains }: { to: string; bodyContains: string },
): Promise<FoundSms | undefined> => {
  try {
    let page = await messages.page({ to, pageSize: PAGE_SIZE })
    for (let pages = 1; ; pages += 1) {
      const match = page.instances.find(({ body }) => body?.includes(bodyContains))
      if (match) return found(match)
      const next = pages < MAX_PAGES ? page.nextPage() : undefined
      if (!next) return undefined
      page = (await next) as typeof page
    }
  } catch (cause) {
    throw failureOf(cause)
  }
}

/** Undefined where the gateway has no such text. Throws VendorFailure when it could not look. */
export const getSms = async (
  messages: MessageListInstance,
  messageSid: string,
): Promise<FoundSms | undefined> => {
  try {
    return found(await messages.get(messageSid).fetch())
  } catch (cause) {
    if (cause instanceof TwilioRefusal && cause.status === 404) return undefined
    throw failureOf(cause)
  }
}

const found = ({ sid, status, errorCode }: MessageInstance): FoundSms => {
  if (!sid) throw new Error('a text without a sid')
  return { messageSid: sid, status: readStatus(status), errorCode: errorCode ? String(errorCode) : undefined }
}
