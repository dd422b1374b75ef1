import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { StatusCallback } from '../integrations/twilio/twilio-types.ts'
import type { SqlTime } from '../platform/postgres/connections/database-clock.ts'
import { failedAt, isPassing } from '../platform/postgres/work/inbox.ts'
import type { Log } from '../platform/process/log.ts'
import type { HeardSms } from './record-inbound-sms.ts'

export type TwilioMessage =
  | { kind: 'status'; content: StatusCallback }
  | { kind: 'inbound'; content: HeardSms & { sentAt: Date | undefined } }

export type InboxDeps = { db: Db; log: Log; sqlNow: () => SqlTime }

const LONGEST_SID = 60

/**
 * A message that PostgreSQL refuses is kept with its error and tried again, as those of Xero and Stripe are, so that
 * Twilio does not post it for ever. Throws where the database is out of reach: then Twilio must post it again.
 */
export const keepForLater = async (
  { db, log, sqlNow }: InboxDeps,
  { kind, content }: TwilioMessage,
  cause: unknown,
): Promise<void> => {
  if (isPassing(cause)) throw cause
  const json = JSON.stringify(content)
  const id = createHash('sha256').update(`${kind} ${json}`).digest('hex').slice(0, 32)
  const sid = content.messageSid.replaceAll('\0', '').toWellFormed().slice(0, LONGEST_SID)
  log.error({ err: cause, message: id }, 'a message of Twilio could not be recorded')
  const { rows } = await sql`
    insert into twilio_messages (id, kind, about, content)
    values (${id}, ${kind}, ${`${kind} ${sid}`}, ${json})
    on conflict (id) do nothing
    returning id`.execute(db)
  if (rows.length > 0)
    await sql`update twilio_messages set ${failedAt(sqlNow(), cause)} where id = ${id}`.execute(db)
}
