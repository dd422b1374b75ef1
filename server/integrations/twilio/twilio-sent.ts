import { z } from 'zod'
import { VendorFailure } from '../../platform/errors.ts'
import type { TwilioApi } from './twilio-api.ts'
import { isRedacted } from './twilio-find.ts'
import { readPages } from './twilio-pages.ts'
import { readStatus } from './twilio-status.ts'
import type { ListedSent } from './twilio-types.ts'

/** Of a list that goes on changing while it is read. */
const MOST_READINGS = 5
const NEWEST = 100
/** Of an account that others use as well. */
const MOST_NEWEST_PAGES = 10
/** Half a minute or so: 30,000 messages. */
const MOST_NEWER_PAGES = 30
const NUMBER = /^\+\d+$/

const messageSchema = z.object({
  sid: z.string().min(1),
  direction: z.string(),
  status: z.string(),
  to: z.string(),
  from: z.string().nullish(),
  messaging_service_sid: z.string().nullish(),
  body: z.string().nullish(),
  num_segments: z.string().nullish(),
  error_code: z.number().nullish(),
  date_created: z.string().nullish(),
  date_sent: z.string().nullish(),
})

/**
 * Texts that the account has sent since then, once each, newest page first. Not by DateSent, which a text that waits
 * to go has not: pages are read until all of one is older, and again until none had moved to a page that was read. What
 * was sent while it reads may be missing. Throws VendorFailure.
 */
export async function* listSent(
  api: TwilioApi,
  { sender, since }: { sender: string; since: Date },
): AsyncGenerator<ListedSent[]> {
  const seen = new Set<string>()
  let newest = 0
  for (let reading = 1; reading <= MOST_READINGS; reading += 1) {
    let [pages, missed] = [0, 0]
    for await (const messages of readPages(api, {})) {
      const young = messages.filter((message) => isSince(message, since))
      const texts = young.flatMap((message) => toSent(message, sender))
      const unseen = texts.filter(({ messageSid }) => !seen.has(messageSid))
      for (const { messageSid } of unseen) seen.add(messageSid)
      const times = unseen.map(({ createdAt }) => createdAt?.getTime() ?? 0)
      if (reading === 1) newest = Math.max(newest, ...times)
      missed += times.filter((time) => time <= newest).length
      yield unseen
      pages += 1
      if (young.length === 0) break
    }
    if (pages === 1 || (reading > 1 && missed === 0)) return
  }
  throw new VendorFailure('twilio', 'retry-later', 'list-changes', 'Twilio’s list changes while it is read')
}

/**
 * The account's newest texts, and the sender's own among them: one call, unless others send by the account so much that
 * its first page has none of the sender's. Those of a number are then asked for, those of a service looked for on a few
 * pages. Throws VendorFailure.
 */
export const newestSent = async (api: TwilioApi, sender: string): Promise<ListedSent[]> => {
  const texts: ListedSent[] = []
  const hasOurs = () => texts.some(({ isOfSender }) => isOfSender)
  let [pages, isWhole] = [0, false]
  for await (const messages of readPages(api, {}, NEWEST)) {
    texts.push(...messages.flatMap((message) => toSent(message, sender)))
    isWhole = messages.length < NEWEST
    pages += 1
    if (hasOurs() || pages === (NUMBER.test(sender) ? 1 : MOST_NEWEST_PAGES)) break
  }
  if (hasOurs() || isWhole || !NUMBER.test(sender)) return texts
  for await (const messages of readPages(api, { From: sender }, NEWEST)) {
    texts.push(...messages.flatMap((message) => toSent(message, sender)))
    break
  }
  return texts
}

/**
 * What the account has sent since a moment, newest first: one call where fewer than a hundred messages went since then,
 * one more for each thousand where more did, and thirty at most. Where others filled those, the newest of our number
 * are asked for. Throws VendorFailure.
 */
export async function* listNewer(
  api: TwilioApi,
  { sender, since }: { sender: string; since: Date },
): AsyncGenerator<ListedSent[]> {
  for await (const messages of readPages(api, {}, NEWEST)) {
    if (!reaches(messages, since)) break
    return yield messages.flatMap((message) => toSent(message, sender))
  }
  let [pages, hasOurs] = [0, false]
  for await (const messages of readPages(api, {})) {
    const texts = messages.flatMap((message) => toSent(message, sender))
    hasOurs ||= texts.some(({ isOfSender }) => isOfSender)
    yield texts
    pages += 1
    if (reaches(messages, since)) return
    if (pages === MOST_NEWER_PAGES) break
  }
  if (pages === MOST_NEWER_PAGES && !hasOurs) yield await newestSent(api, sender)
}

/** By when it was made and by when it went: nothing behind it is younger, whichever the list goes by. */
const reaches = (messages: unknown[], since: Date): boolean => !isSince(messages.at(-1), since)

const datesSchema = messageSchema.pick({ date_created: true, date_sent: true })

/** One without a date that can be read counts as young. */
const isSince = (message: unknown, since: Date): boolean => {
  const { data } = datesSchema.safeParse(message)
  const dates = [data?.date_created, data?.date_sent].flatMap((date) => (date ? [Date.parse(date)] : []))
  return dates.length === 0 || dates.some((date) => !(date < since.getTime()))
}

const toSent = (listed: unknown, sender: string): ListedSent[] => {
  const { data: message } = messageSchema.safeParse(listed)
  if (message?.direction !== 'outbound-api') return []
  const {
    sid,
    status,
    to,
    from,
    body,
    error_code: code,
    num_segments: segments,
    date_created,
    date_sent,
  } = message
  const created = Date.parse(date_created ?? date_sent ?? '')
  return [
    {
      messageSid: sid,
      status: readStatus(status),
      errorCode: code ? String(code) : undefined,
      to,
      body: body && !isRedacted(body) ? body : undefined,
      segments: Number(segments) > 0 ? Number(segments) : undefined,
      from: from ?? undefined,
      isOfSender: from === sender || message.messaging_service_sid === sender,
      createdAt: Number.isNaN(created) ? undefined : new Date(created),
    },
  ]
}
