import type { Db, SystemTrx } from '../../database/database.ts'
import { HOUR_MS, MINUTE_MS } from '../../platform/dates.ts'
import { newSecret, sha256 } from '../../platform/seal.ts'
import type { Admission } from './who-may-rules.ts'

const IDLE_MS = 30 * MINUTE_MS
const ABSOLUTE_MS = 8 * HOUR_MS
const SLIDE_EVERY_MS = MINUTE_MS

/** A fresh token, never one that the browser sent. The session that this browser had ends. */
export const beginOperatorSession = async (
  trx: SystemTrx,
  { admission, replaces, now }: { admission: Admission; replaces: string | undefined; now: Date },
): Promise<string> => {
  if (replaces) await endOperatorSession(trx, replaces)
  const token = newSecret()
  await trx
    .insertInto('operator_sessions')
    .values({
      token_hash: sha256(token),
      name: admission.name,
      admitted_by: admission.admittedBy,
      created_at: now,
      seen_at: now,
      expires_at: new Date(now.getTime() + IDLE_MS),
      ends_at: new Date(now.getTime() + ABSOLUTE_MS),
    })
    .execute()
  return token
}

export type OperatorSession = Admission & { hash: Buffer; endsAt: Date }

/** Whose session this is, unless it is over. Use extends it. */
export const findOperatorSession = async (
  db: Db,
  token: string,
  now: Date,
): Promise<OperatorSession | undefined> => {
  const hash = sha256(token)
  const row = await db
    .selectFrom('operator_sessions')
    .select(['name', 'admitted_by', 'seen_at', 'ends_at'])
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!row) return undefined
  if (now.getTime() - row.seen_at.getTime() > SLIDE_EVERY_MS) {
    const expires = new Date(Math.min(now.getTime() + IDLE_MS, row.ends_at.getTime()))
    await db
      .updateTable('operator_sessions')
      .set({ seen_at: now, expires_at: expires })
      .where('token_hash', '=', hash)
      .execute()
  }
  return { hash, name: row.name, admittedBy: row.admitted_by, endsAt: row.ends_at }
}

export const endOperatorSession = async (trx: SystemTrx, token: string): Promise<void> => {
  await trx.deleteFrom('operator_sessions').where('token_hash', '=', sha256(token)).execute()
}
