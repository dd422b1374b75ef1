import { sql } from 'kysely'
import type { StatusCallback } from '../integrations/twilio/twilio-types.ts'
import type { Work } from '../platform/postgres/work/dispatcher.ts'
import { failedAt, isOverdue, isPassing, isWaiting } from '../platform/postgres/work/inbox.ts'
import { applyStatuses } from '../review-requests/sending/apply-statuses.ts'
import { recordInboundSms, type HeardSms, type InboundDeps } from './record-inbound-sms.ts'
import type { InboxDeps } from './twilio-inbox.ts'

type Deps = InboxDeps &
  InboundDeps &
  Parameters<typeof applyStatuses>[0] & { recordStatus: (status: string) => void }

/** `twilio:` a message that could not be recorded when it came is tried again. */
export const createTwilioWork = (deps: Deps): Work[] => [
  {
    kind: 'twilio',
    due: (moment) => sql`select id from twilio_messages e where ${isOverdue(moment)}`,
    run: (id) => tryAgain(deps, id),
  },
]

type Kept = { kind: 'status' | 'inbound'; content: string; receivedAt: Date }

const tryAgain = async (deps: Deps, id: string): Promise<void> => {
  const { db, sqlNow, log } = deps
  const { rows } = await sql<Kept>`
    select kind, content, received_at as "receivedAt" from twilio_messages e
    where id = ${id} and ${isWaiting(sqlNow())}`.execute(db)
  const [kept] = rows
  if (!kept) return
  try {
    await record(deps, kept)
    await sql`update twilio_messages set handled_at = ${sqlNow()} where id = ${id}`.execute(db)
  } catch (cause) {
    if (isPassing(cause)) throw cause
    log.error({ err: cause, message: id }, 'a message of Twilio could not be recorded')
    await sql`update twilio_messages set ${failedAt(sqlNow(), cause)} where id = ${id}`.execute(db)
  }
}

const record = async (deps: Deps, { kind, content, receivedAt }: Kept): Promise<void> => {
  if (kind === 'inbound') {
    const { sentAt, ...heard } = JSON.parse(content) as HeardSms & { sentAt?: string }
    return recordInboundSms(deps, heard, sentAt === undefined ? receivedAt : new Date(sentAt))
  }
  const callback = JSON.parse(content) as StatusCallback
  await applyStatuses(deps, [callback])
  deps.recordStatus(callback.status)
}
