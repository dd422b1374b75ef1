import type { Db, SystemTrx } from '../database/database.ts'
import { DAY_MS, MINUTE_MS } from '../platform/dates.ts'
import { newSecret, sha256 } from '../platform/seal.ts'

const SLIDING_MS = 14 * DAY_MS
const ABSOLUTE_MS = 90 * DAY_MS
const SLIDE_EVERY_MS = 10 * MINUTE_MS

/** A fresh token, never one that the browser sent. The session that this browser had ends. */
export const beginSession = async (
  trx: SystemTrx,
  { userId, replaces, now }: { userId: string; replaces: string | undefined; now: Date },
): Promise<string> => {
  if (replaces) await endSession(trx, replaces)
  const token = newSecret()
  await trx
    .insertInto('sessions')
    .values({
      token_hash: sha256(token),
      user_id: userId,
      created_at: now,
      seen_at: now,
      expires_at: new Date(now.getTime() + SLIDING_MS),
      ends_at: new Date(now.getTime() + ABSOLUTE_MS),
    })
    .execute()
  return token
}

export type FoundSession = {
  hash: Buffer
  userId: string
  businessId: string | undefined
  isDeactivated: boolean
  isOver: boolean
  isExpired: boolean
  /** An operator looks, with the owner's consent; she signed in nowhere as her. */
  support?: { operator: string; endsAt: Date }
}

/** Whose session this is, and whether it is still valid. Use extends it. */
export const findSession = async (db: Db, token: string, now: Date): Promise<FoundSession | undefined> => {
  const hash = sha256(token)
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.user_id', 's.seen_at', 's.expires_at', 's.ends_at', 's.ended_at'])
    .select(['u.business_id', 'u.deactivated_at'])
    .where('s.token_hash', '=', hash)
    .executeTakeFirst()
  if (!row) return undefined
  const isExpired = row.expires_at <= now
  const isOver = row.ended_at !== null || isExpired
  if (!isOver && now.getTime() - row.seen_at.getTime() > SLIDE_EVERY_MS) {
    await slide(db, hash, row.ends_at, now)
  }
  return {
    hash,
    userId: row.user_id,
    businessId: row.business_id ?? undefined,
    isDeactivated: row.deactivated_at !== null,
    isOver,
    isExpired,
  }
}

const slide = async (db: Db, hash: Buffer, endsAt: Date, now: Date): Promise<void> => {
  await db
    .updateTable('sessions')
    .set({ seen_at: now, expires_at: new Date(Math.min(now.getTime() + SLIDING_MS, endsAt.getTime())) })
    .where('token_hash', '=', hash)
    .execute()
}

/** Signs this browser out. What its owner had begun at Xero or Google cannot be finished any more. */
export const endSession = async (trx: SystemTrx, token: string): Promise<void> => {
  await trx.deleteFrom('sessions').where('token_hash', '=', sha256(token)).execute()
}

/** Signs this person out everywhere. The rows stay for some days, so that each browser gets the reason. */
export const endAllSessions = async (trx: SystemTrx, userId: string, now: Date): Promise<void> => {
  await trx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
}
