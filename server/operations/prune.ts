import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { DAY_MS } from '../platform/dates.ts'
import type { Tasks } from '../platform/postgres/work/jobs.ts'
import { pruneColumn, pruneRows } from '../platform/postgres/schema/prune-rows.ts'

/** In days. docs/OPERATIONS.md says of every table how long it is kept, and why. */
export const KEEP = {
  handledEvents: 31,
  /** Of an organisation that cannot be asked: what it missed is found by a sweep, and is too old for a text. */
  waitingEvents: 90,
  callbacks: 90,
  /** No browser shows a form for longer and asks again. */
  acts: 7,
  cardSetups: 90,
  linkVisits: 180,
  inboundTexts: 365,
  bodies: 400,
  /** The limits of codes look back for a day; a code itself lives for ten minutes. */
  testCodes: 2,
  /** Numbers change hands: after a year a number is confirmed again. */
  testNumbers: 365,
  /** An invoice that is decided later is too old for a text. */
  foundTexts: 30,
}

/** `prune` belongs on the clock once a day. */
export const createPruneTasks = (deps: { db: Db; clock: () => Date }): Tasks => ({
  prune: async () => prune(deps),
})

const prune = async ({ db, clock }: { db: Db; clock: () => Date }): Promise<void> => {
  const now = clock().getTime()
  const before = (days: number) => new Date(now - days * DAY_MS)
  await pruneRows(
    db,
    'xero_events',
    sql`received_at < ${before(KEEP.handledEvents)}
        and (handled_at is not null or dead_at is not null or received_at < ${before(KEEP.waitingEvents)})`,
  )
  await pruneRows(
    db,
    'twilio_messages',
    sql`received_at < ${before(KEEP.handledEvents)} and (handled_at is not null or dead_at is not null)`,
  )
  await pruneRows(db, 'sms_callbacks', sql`received_at < ${before(KEEP.callbacks)}`)
  await pruneRows(db, 'sms_inbound', sql`received_at < ${before(KEEP.inboundTexts)}`)
  await pruneRows(db, 'link_visits', sql`visited_at < ${before(KEEP.linkVisits)}`)
  await pruneRows(db, 'card_setups', sql`created_at < ${before(KEEP.cardSetups)}`)
  await pruneRows(db, 'acts', sql`began_at < ${before(KEEP.acts)}`)
  await pruneRows(db, 'test_codes', sql`created_at < ${before(KEEP.testCodes)}`)
  await pruneRows(db, 'test_numbers', sql`confirmed_at < ${before(KEEP.testNumbers)}`)
  await pruneRows(db, 'found_texts', sql`found_at < ${before(KEEP.foundTexts)}`)
  await pruneRows(db, 'leases', sql`expires_at < now() - interval '1 day'`)
  // Only what has gone or failed: what is under way needs its text, and is days old at most.
  await pruneColumn(
    db,
    { table: 'review_requests', column: 'body' },
    sql`body is not null and due_at < ${before(KEEP.bodies)}
        and state in ('delivered', 'sent', 'failed', 'cancelled', 'expired')`,
  )
}
