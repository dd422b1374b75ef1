import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { DAY_MS } from '../platform/dates.ts'
import type { Env } from '../platform/process/env.ts'
import { WAITING_EVENTS_DAYS } from '../platform/process/env-retention.ts'
import type { Log } from '../platform/process/log.ts'
import type { Tasks } from '../platform/postgres/work/jobs.ts'
import { forgetLeftTokens } from '../organisations/connecting/forget-tokens.ts'
import { pruneColumn, pruneRows } from '../platform/postgres/schema/prune-rows.ts'
import { throwFailed } from './partitioned.ts'
import { prunePartitions } from './prune-partitions.ts'
import { recordRun, recordUnfinished, type Removed } from './retention-run.ts'
import { removeFromInvoices, removeFromTexts } from './remove-customers.ts'
import { SETTLED } from './settled-texts.ts'

/** In days; the rest is the operator's. docs/OPERATIONS.md says of every table how long it is kept, and why. */
const KEEP = {
  /** No browser shows a form for longer and asks again. */
  acts: 7,
  cardSetups: 90,
  /** The limits of codes look back for a day; a code itself lives for ten minutes. */
  testCodes: 2,
  /** Numbers change hands: after a year a number is confirmed again. */
  testNumbers: 365,
  /** An invoice that is decided later is too old for a text. */
  foundTexts: 30,
  /** As a rule they go as soon as Xero was told; that is tried for four days. */
  tokens: 7,
}

export type Keep = Pick<Env, Extract<keyof Env, `KEEP_${string}`>>

type Deps = {
  db: Db
  databaseUrl: string
  /** What is removed is gone for all: no worker's own clock says how old it is. */
  databaseNow: () => Promise<Date>
  keep: Keep
  log: Pick<Log, 'info' | 'warn'>
  recordRemoved: (removed: Removed) => void
}

/** `prune` belongs on the clock once a day. */
export const createPruneTasks = (deps: Deps): Tasks => ({
  prune: async () => {
    const now = await deps.databaseNow()
    // First what names people.
    const named = await prune(deps, now)
    const reported = await prunePartitions(deps, { now, waitingDays: WAITING_EVENTS_DAYS })
    const removed = { ...named, ...reported.removed }
    deps.recordRemoved(removed)
    if (reported.failed.length === 0) await recordRun(deps.db, removed, await deps.databaseNow())
    else await recordUnfinished(deps.db, removed)
    deps.log.info({ removed }, 'what was kept for long enough is removed')
    throwFailed(reported.failed)
  },
})

const prune = async ({ db, keep }: Deps, now: Date): Promise<Removed> => {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const byAge = (table: string, column: string, days: number) =>
    pruneRows(db, table, sql`${sql.ref(column)} < ${before(days)}`)
  return {
    twilio_messages: await pruneRows(
      db,
      'twilio_messages',
      sql`received_at < ${before(keep.KEEP_EVENTS_DAYS)} and (handled_at is not null or dead_at is not null)`,
    ),
    sms_inbound: await byAge('sms_inbound', 'received_at', keep.KEEP_REPLIES_DAYS),
    card_setups: await byAge('card_setups', 'created_at', KEEP.cardSetups),
    acts: await byAge('acts', 'began_at', KEEP.acts),
    test_codes: await byAge('test_codes', 'created_at', KEEP.testCodes),
    test_numbers: await byAge('test_numbers', 'confirmed_at', KEEP.testNumbers),
    found_texts: await byAge('found_texts', 'found_at', KEEP.foundTexts),
    tokens: await forgetLeftTokens(db, before(KEEP.tokens)),
    leases: await byAge('leases', 'expires_at', 1),
    // The number is there only where no answer of the gateway's came.
    test_phones: await pruneColumn(
      db,
      { table: 'test_texts', column: 'phone' },
      sql`phone is not null and created_at < ${before(keep.KEEP_CALLBACKS_DAYS)}
          and state in ('accepted', 'rejected', 'absent')`,
    ),
    // Only what has gone or failed: what is under way needs its text, and is days old at most.
    bodies: await pruneColumn(
      db,
      { table: 'review_requests', column: 'body' },
      sql`body is not null and due_at < ${monthsBefore(now, keep.KEEP_TEXTS_MONTHS)}
          and state = any (${SETTLED}::text[])`,
    ),
    customers: await removeFromTexts(db, monthsOf(now, keep)),
    invoices: await removeFromInvoices(db, monthsOf(now, keep)),
  }
}

const monthsOf = (now: Date, { KEEP_CUSTOMERS_MONTHS: months }: Keep) => ({
  months,
  before: monthsBefore(now, months),
})

/** The same time of the same day so many months earlier; in the next month where that has no such day. */
const monthsBefore = (now: Date, months: number): Date => {
  const then = new Date(now)
  then.setUTCMonth(then.getUTCMonth() - months)
  return then
}
