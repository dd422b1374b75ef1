import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { Twilio } from '../../integrations/twilio/twilio.ts'
import { VendorFailure } from '../../platform/errors.ts'
import { isAre, notChecked, ok, wrong, type Check } from './check.ts'

type LastText = {
  phone: string
  from: string | null
  messageSid: string
  linkToken: string
  createdSince: Date
}

/** Would a text whose answer was lost be found at the gateway: the last one that went out is looked for. */
export const checkLookup = async (db: Db, twilio: Pick<Twilio, 'find'>): Promise<Check> => {
  const last = await lastText(db)
  if (!last) return notChecked('lost texts', whyNone(await countWritten(db)))
  const { phone: to, from, linkToken: bodyContains, createdSince, messageSid } = last
  const isIt = (text: { messageSid: string }) => text.messageSid === messageSid
  try {
    const { ours, unreadable } = await twilio.find({ to, from, bodyContains, createdSince })
    if (ours.some(isIt)) return ok('lost texts', 'the last text is found at Twilio by its link')
    if (unreadable.some(isIt))
      return ok(
        'lost texts',
        'the last text is found at Twilio by number and time: bodies are redacted there, so a STOP is heard by webhook only',
      )
    return wrong(
      'lost texts',
      'the last text is not found at Twilio by its number, so a text without an answer might go twice: ' +
        'is Message Redaction of phone numbers switched on there?',
    )
  } catch (cause) {
    if (!(cause instanceof VendorFailure)) throw cause
    return notChecked('lost texts', `Twilio cannot be asked (${cause.code})`)
  }
}

/** Ids tell when they were made: their index finds the newest without reading a month. */
const MADE_THIS_MONTH = sql`a.id >= (lpad(to_hex((extract(epoch from now() - interval '30 days') * 1000)::bigint), 12, '0')
                                     || repeat('0', 20))::uuid`

const lastText = async (db: Db): Promise<LastText | undefined> => {
  const { rows } = await sql<LastText>`
    select a.phone, a.sender as from, a.message_sid as "messageSid", r.link_token as "linkToken",
           a.claimed_at - interval '10 minutes' as "createdSince"
    from send_attempts a
    join review_requests r on r.business_id = a.business_id and r.id = a.request_id
    where a.state = 'accepted' and a.phone is not null and a.message_sid is not null
      and a.claimed_at between now() - interval '30 days' and now() - interval '1 minute' and ${MADE_THIS_MONTH}
    order by a.id desc limit 1`.execute(db)
  return rows[0]
}

/** Texts that were written without a send: these have no number, though their customer has one. */
const countWritten = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from send_attempts a
    join review_requests r on r.business_id = a.business_id and r.id = a.request_id
    where a.state = 'accepted' and a.phone is null and r.customer_phone is not null
      and a.claimed_at > now() - interval '30 days'`.execute(db)
  return rows[0]!.count
}

const whyNone = (written: number): string =>
  written === 0
    ? 'no text has gone out in a month that could be looked for'
    : `${isAre(written, 'of the month’s texts is', 'of the month’s texts are')} the demo’s history, which was written ` +
      'and never went to Twilio: once a text has gone out, it is looked for'
