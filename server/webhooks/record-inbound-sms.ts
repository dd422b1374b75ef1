import { sql, type RawBuilder } from 'kysely'
import { asSystem, type Db, type SystemTrx } from '../database/database.ts'
import { optOut, optOutEverywhere, undoStop } from '../opt-outs/opt-out.ts'
import { holdersOf } from '../senders/sender-queries.ts'
import type { InboundMeaning } from '../texts/inbound-rules.ts'

/** A text of a customer's without its words. `phoneHash` in hexadecimal digits. */
export type HeardSms = { messageSid: string; phoneHash: string; to: string; meaning: InboundMeaning }

export type InboundDeps = {
  db: Db
  twilio: { sender: string }
  recordInbound: (meaning: string) => void
}

/**
 * A customer texted us. STOP, in whatever words, to an own sender holds for the businesses whose own it is or was; to
 * any other, for every business. START undoes a STOP to the same. Each text counts once. `sentAt` is given of one that
 * was read from the gateway's list, or tried again, perhaps late.
 */
export const recordInboundSms = async (
  { db, twilio, recordInbound }: InboundDeps,
  { messageSid, phoneHash: hash, to, meaning }: HeardSms,
  sentAt?: Date,
): Promise<void> => {
  const phoneHash = Buffer.from(hash, 'hex')
  await asSystem(db, async (trx) => {
    const { holders, own, businessId } = await inTurn(trx, { phoneHash, to, shared: twilio.sender })
    const { numAffectedRows } = await sql`
      insert into sms_inbound (message_sid, phone_hash, sender, meaning, business_id, received_at)
      values (${messageSid}, ${phoneHash}, ${to}, ${meaning}, ${businessId},
              coalesce(${sentAt ?? null}::timestamptz, clock_timestamp()))
      on conflict (message_sid) do update
      set meaning = excluded.meaning, received_at = coalesce(${sentAt ?? null}, sms_inbound.received_at)
      where sms_inbound.meaning not in ('stop', 'start') and excluded.meaning in ('stop', 'start')`.execute(
      trx,
    )
    if (numAffectedRows === 0n) return
    recordInbound(meaning)
    // What comes now is the last that was said.
    if (sentAt && (await isOvertaken(trx, { messageSid, own, shared: twilio.sender }))) return
    if (meaning === 'start') await undoStop(trx, phoneHash, { own, to })
    if (meaning === 'stop') await obeyStop(trx, phoneHash, { holders, own, businessId })
  })
}

/**
 * Of these texts, STOPs that a START may have undone which was said before them and posted again after them, to the
 * same sender or to any that is shared where both are: the gateway's list says so by now. A START whose time it has not
 * told yet leaves it open, until the next poll.
 */
export const undoneStops = async (
  db: Db | SystemTrx,
  messageSids: string[],
  shared: string,
): Promise<Set<string>> => {
  const areShared = sql`${isShared(sql`i.sender`, shared)} and ${isShared(sql`mine.sender`, shared)}`
  const { rows } = await sql<{ sid: string }>`
    select mine.message_sid as sid
    from sms_inbound mine join sms_inbound i
      on i.phone_hash = mine.phone_hash and i.meaning = 'start' and (i.sender = mine.sender or ${areShared})
    where mine.message_sid = any(${messageSids}::text[]) and mine.meaning = 'stop'
      and ${isOfGateway(sql`mine.received_at`)}
    group by mine.message_sid, mine.received_at
    having bool_and(${isOfGateway(sql`i.received_at`)} and i.received_at <= mine.received_at)`.execute(db)
  return new Set(rows.map(({ sid }) => sid))
}

/** Such a STOP holds. Doing it twice changes nothing. */
export const holdStop = async (
  { db, twilio }: InboundDeps,
  { messageSid, phoneHash: hash, to }: HeardSms,
): Promise<void> => {
  const phoneHash = Buffer.from(hash, 'hex')
  await asSystem(db, async (trx) => {
    const of = await inTurn(trx, { phoneHash, to, shared: twilio.sender })
    if ((await undoneStops(trx, [messageSid], twilio.sender)).has(messageSid))
      await obeyStop(trx, phoneHash, of)
  })
}

/** For whom a text counts: whose own sender it came to, that sender, and who texted this customer last. */
type Meant = { holders: string[]; own: string | null; businessId: string | null }

/** One text of a customer's after another, so that each finds what was said before it. */
const inTurn = async (
  trx: SystemTrx,
  { phoneHash, to, shared }: { phoneHash: Buffer; to: string; shared: string },
): Promise<Meant> => {
  const key = `inbound:${phoneHash.toString('hex')}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
  const holders = to === shared ? [] : await holdersOf(trx, to)
  const own = holders.length > 0 ? to : null
  return { holders, own, businessId: await lastToText(trx, phoneHash, holders) }
}

const obeyStop = async (
  trx: SystemTrx,
  phoneHash: Buffer,
  { holders, own, businessId }: Meant,
): Promise<void> => {
  if (own === null) await optOutEverywhere(trx, phoneHash, 'stop')
  const stopped = own !== null ? holders : businessId ? [businessId] : []
  for (const one of stopped) await optOut(trx, one, phoneHash, { source: 'stop', sender: own })
}

/** Of two texts so near, by the gateway's clock and ours, either may be the later: a webhook is on its way as well. */
const ORDER_UNSURE = sql`interval '15 minutes'`

/** Neither now nor before the own sender of a business; or `shared`, whatever it was. */
const isShared = (sender: RawBuilder<unknown>, shared: string) =>
  sql<boolean>`(${sender} = ${shared} or not exists (select from business_senders s where s.sender = ${sender}))`

/** The gateway's times are whole seconds, the database's are not. */
const isOfGateway = (time: RawBuilder<Date>) => sql<boolean>`${time} = date_trunc('second', ${time})`

/**
 * A text must not undo what the customer said after it to the same sender, or to any that is shared. Where that is in
 * doubt, of one second or by two clocks, the STOP holds.
 */
const isOvertaken = async (
  trx: SystemTrx,
  said: { messageSid: string; own: string | null; shared: string },
): Promise<boolean> => {
  const { messageSid, own, shared } = said
  const toTheSame = own === null ? isShared(sql`i.sender`, shared) : sql`i.sender = ${own}`
  const areOfOneClock = sql`(${isOfGateway(sql`i.received_at`)}) = (${isOfGateway(sql`mine.received_at`)})`
  const doubt = sql`case when ${areOfOneClock} then interval '0' else ${ORDER_UNSURE} end`
  const { rows } = await sql<{ is: boolean }>`
    select exists (
      select from sms_inbound mine join sms_inbound i on i.phone_hash = mine.phone_hash
      where mine.message_sid = ${messageSid} and ${toTheSame} and i.message_sid <> mine.message_sid
        and case when mine.meaning = 'stop' then i.meaning = 'start' and i.received_at > mine.received_at + ${doubt}
                 else i.meaning = 'stop' and i.received_at >= mine.received_at - ${doubt} end) as is`.execute(
    trx,
  )
  return rows[0]!.is
}

/** Of these businesses, or of all where none is given. */
const lastToText = async (trx: SystemTrx, phoneHash: Buffer, among: string[]): Promise<string | null> => {
  const isAmong = among.length > 0 ? sql`business_id = any(${among}::uuid[])` : sql`true`
  const { rows } = await sql<{ business_id: string }>`
    select business_id from review_requests
    where phone_hash = ${phoneHash} and sent_at is not null and ${isAmong}
    order by sent_at desc limit 1`.execute(trx)
  return rows[0]?.business_id ?? null
}
