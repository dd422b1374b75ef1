import { z } from 'zod'
import { VendorFailure } from '../../platform/errors.ts'
import type { TwilioApi } from './twilio-api.ts'
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
  messaging_service_sid: z.string().nullish(),
  body: z.string().nullish(),
  date_sent: z.string().nullish(),
  date_created: z.string().nullish(),
})
export type ListedInbound = InboundSms & { sentAt: Date }
/** `unreadable`: how many texts are not as Twilio describes them. */
export type InboundPage = { texts: ListedInbound[]; unreadable: number }

/**
 * Texts that came to this number since then, or to any of the account, each once, the newest page first. A text may
 * move to a page that was read already, so several pages are read again until none is new. What redaction made
 * unreadable is left out. Throws VendorFailure where not all could be read.
 */
export async function* listInbound(
  api: TwilioApi,
  { to, since, service }: { to: string | undefined; since: Date; service: string | undefined },
): AsyncGenerator<InboundPage> {
  const seen = new Set<string>()
  let newest = 0
  for (let reading = 1; reading <= MOST_READINGS; reading += 1) {
    let [pages, missed] = [0, 0]
    const query = { 'DateSent>': since.toISOString(), ...(to !== undefined && { To: to }) }
    for await (const messages of readPages(api, query)) {
      const texts = messages.flatMap((message) => toInbound(message, { since, service })).toReversed()
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

/** As by webhook, one to a number in the pool of the service came to the service. */
const toInbound = (
  listed: unknown,
  { since, service }: { since: Date; service: string | undefined },
): ListedInbound[] => {
  const { data: message } = messageSchema.safeParse(listed)
  if (!message) return []
  const { sid: messageSid, direction, from, to, body, date_sent: sent, date_created: created } = message
  if (direction !== 'inbound' || isRedacted(body) || !from || !NUMBER.test(from)) return []
  const isOfService = service !== undefined && message.messaging_service_sid === service
  // Without a date that can be read it counts as the oldest, so that it undoes nothing that was said since.
  const dates = [sent, created].flatMap((date) => (date ? [Date.parse(date)] : []))
  const sentAt = new Date(dates.find((date) => !Number.isNaN(date)) ?? since.getTime())
  return [
    { messageSid, from, to: isOfService ? service : (to ?? ''), body: body!, optOutType: undefined, sentAt },
  ]
}
