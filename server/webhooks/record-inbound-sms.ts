import { sql } from 'kysely'
import { asSystem, type Db, type SystemTrx } from '../database/database.ts'
import { optOut, optOutEverywhere, undoOptOutEverywhere } from '../opt-outs/opt-out.ts'
import type { InboundMeaning } from '../texts/sms-status-rules.ts'

/** A text of a customer's without its words. `phoneHash` in hexadecimal digits. */
export type HeardSms = { messageSid: string; phoneHash: string; to: string; meaning: InboundMeaning }

export type InboundDeps = { db: Db; recordInbound: (meaning: string) => void }

/**
 * A customer texted us. STOP, in whatever words, holds for the business that texted them last and for every business
 * that sends from this number; START undoes it. Each text counts once. `sentAt` is
 * given of one that was read from the gateway's list, or tried again, perhaps late.
 */
export const recordInboundSms = async (
  { db, recordInbound }: InboundDeps,
  { messageSid, phoneHash: hash, to, meaning }: HeardSms,
  sentAt?: Date,
): Promise<void> => {
  const phoneHash = Buffer.from(hash, 'hex')
  await asSystem(db, async (trx) => {
    const businessId = await lastToText(trx, phoneHash)
    const { numAffectedRows } = await sql`
      insert into sms_inbound (message_sid, phone_hash, sender, meaning, business_id, received_at)
      values (${messageSid}, ${phoneHash}, ${to}, ${meaning}, ${businessId},
              coalesce(${sentAt ?? null}::timestamptz, now()))
      on conflict (message_sid) do update set meaning = excluded.meaning
      where sms_inbound.meaning not in ('stop', 'start') and excluded.meaning in ('stop', 'start')`.execute(
      trx,
    )
    if (numAffectedRows === 0n) return
    recordInbound(meaning)
    if (sentAt && (await hasSaidSince(trx, { messageSid, phoneHash, sentAt }))) return
    if (meaning === 'start') await undoOptOutEverywhere(trx, phoneHash)
    if (meaning !== 'stop') return
    await optOutEverywhere(trx, phoneHash)
    if (businessId) await optOut(trx, businessId, phoneHash, 'stop')
  })
}

/** A text that is read late must not undo what the customer said after it; of one second the STOP holds. */
const hasSaidSince = async (
  trx: SystemTrx,
  { messageSid, phoneHash, sentAt }: { messageSid: string; phoneHash: Buffer; sentAt: Date },
): Promise<boolean> => {
  const { rows } = await sql<{ said: boolean }>`
    select exists (
      select from sms_inbound
      where phone_hash = ${phoneHash}
        and ((meaning in ('stop', 'start') and received_at > ${sentAt})
             or (meaning = 'stop' and received_at = ${sentAt} and message_sid <> ${messageSid}))
    ) as said`.execute(trx)
  return rows[0]!.said
}

const lastToText = async (trx: SystemTrx, phoneHash: Buffer): Promise<string | null> => {
  const { rows } = await sql<{ business_id: string }>`
    select business_id from review_requests
    where phone_hash = ${phoneHash} and sent_at is not null
    order by sent_at desc limit 1`.execute(trx)
  return rows[0]?.business_id ?? null
}
