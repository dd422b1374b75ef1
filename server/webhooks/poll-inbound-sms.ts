import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { Twilio } from '../integrations/twilio/twilio.ts'
import type { ListedInbound } from '../integrations/twilio/twilio-inbound.ts'
import { DAY_MS, MINUTE_MS } from '../platform/dates.ts'
import { everySender } from '../senders/sender-queries.ts'
import { canReceive, isMessagingService, isNumber } from '../texts/sender-rules.ts'
import { meaningOfInbound } from '../texts/inbound-rules.ts'
import { holdListedStop, receiveInboundSms } from './receive-inbound-sms.ts'
import { undoneStops } from './record-inbound-sms.ts'

/** Twilio's list may lag, and a text that it posts late must not fall between two polls. */
const OVERLAP_MS = 60 * MINUTE_MS
const FIRST_POLL_MS = DAY_MS
/** Of more numbers than these, one list of the whole account, outbound included, is read instead of one for each. */
export const MOST_LISTS = 20

type PollDeps = Parameters<typeof receiveInboundSms>[0] & {
  db: Db
  databaseNow: () => Promise<Date>
  isTwoWay: boolean
  twilio: Pick<Twilio, 'sender' | 'inbound'>
  /** A STOP that was not on record. */
  foundStop?: () => void
}

/**
 * Reads texts of customers whose webhook did not reach us; what is known already changes nothing, and the next poll
 * begins where all was read. With `since` the database may have forgotten something, an own sender among it: then all
 * texts to the account count, since then if that is earlier.
 */
export const pollInboundSms = async (deps: PollDeps, since?: Date): Promise<void> => {
  const { db, twilio } = deps
  const own = [...(await everySender(db))].filter(isNumber)
  if (!deps.isTwoWay && own.length === 0 && !since) return
  // The numbers whose texts are ours; undefined for a messaging service, which does not name its numbers.
  const ours = isMessagingService(twilio.sender) ? undefined : new Set([twilio.sender, ...own])
  const now = await deps.databaseNow()
  const { rows } = await sql<{ polledAt: Date }>`
    select polled_at as "polledAt" from inbound_polls where sender = ${twilio.sender}`.execute(db)
  const polledAt = rows[0]?.polledAt.getTime() ?? now.getTime() - FIRST_POLL_MS
  const last = Math.min(polledAt, since?.getTime() ?? polledAt)
  const recordInbound = (meaning: string) => {
    deps.recordInbound(meaning)
    if (meaning === 'stop') deps.foundStop?.()
  }
  // One list after another: what was said to one sender stands in one list, and to different ones it is independent.
  for (const only of since ? [undefined] : listsOf(twilio.sender, own)) {
    for await (const { texts, unreadable } of twilio.inbound(new Date(last - OVERLAP_MS), only)) {
      if (unreadable > 0) deps.log.error({ texts: unreadable }, 'Twilio lists texts that cannot be read')
      const known = await knownTexts(db, texts)
      const undone = await undoneStops(db, [...known], twilio.sender)
      for (const { sentAt, ...sms } of texts) {
        if (undone.has(sms.messageSid)) await holdListedStop(deps, sms)
        if (known.has(sms.messageSid)) continue
        if (ours && !since && !ours.has(sms.to)) continue
        // A START to another number of the account is not for us; a STOP may be.
        const isKnown = sms.to === twilio.sender || own.includes(sms.to)
        if (!isKnown && meaningOfInbound(sms.body, undefined) === 'start') continue
        await receiveInboundSms({ ...deps, recordInbound }, sms, sentAt)
      }
    }
  }
  await sql`
    insert into inbound_polls (sender, polled_at) values (${twilio.sender}, ${now})
    on conflict (sender) do update set polled_at = excluded.polled_at
    where inbound_polls.polled_at < excluded.polled_at`.execute(db)
}

/** To which numbers texts are listed; undefined for the whole account, as a messaging service does not name its own. */
const listsOf = (shared: string, own: string[]): (string | undefined)[] => {
  if (isMessagingService(shared)) return [undefined]
  const numbers = canReceive(shared) ? [...new Set([shared, ...own.toSorted()])] : own.toSorted()
  return numbers.length > MOST_LISTS ? [undefined] : numbers
}

/**
 * Recorded as far as they will ever be: most came by webhook. Those have the time of the gateway's clock from here on,
 * so that what was said before or after them can be told. A time that is no whole second is not the gateway's.
 */
const knownTexts = async (db: Db, texts: ListedInbound[]): Promise<Set<string>> => {
  const listed = texts.map(({ messageSid, sentAt }) => ({ sid: messageSid, sent_at: sentAt }))
  const { rows } = await sql<{ sid: string }>`
    with listed as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb) as l (sid text, sent_at timestamptz)
    ), dated as (
      update sms_inbound i set received_at = l.sent_at from listed l
      where i.message_sid = l.sid and i.meaning in ('stop', 'start')
        and l.sent_at = date_trunc('second', l.sent_at) and i.received_at <> date_trunc('second', i.received_at)
    )
    select message_sid as sid from sms_inbound
    where message_sid in (select sid from listed) and meaning in ('stop', 'start')`.execute(db)
  return new Set(rows.map(({ sid }) => sid))
}
