import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { useDatabase } from '../../test/support/database.ts'
import { asOwner } from '../../test/support/product.ts'
import { openDb, type OpenedDb } from './database.ts'
import { rememberHistory } from './remember-history.ts'

const base = useDatabase()
const opened: OpenedDb[] = []

beforeEach(async () => {
  await Promise.all(opened.splice(0).map(({ close }) => close()))
  await onTimeline('00000001')
  await base.db.updateTable('recovery').set({ fenced_at: null, reason: null, lifted_at: null }).execute()
})

/** What the server says of itself, in place of one that is really promoted. */
const onTimeline = (timeline: string) =>
  asOwner(base.url, (pool) =>
    pool.query(`
      create or replace function current_history()
        returns table (system_id bigint, timeline text, started_at timestamptz) language sql stable as $$
        select (pg_control_system()).system_identifier, '${timeline}'::text, pg_postmaster_start_time() $$;
      update recovery set timeline = '${timeline}'`),
  )

/** Each connection of this process is a new one. */
const openProcess = () => {
  const greet = rememberHistory()
  return async (): Promise<void> => {
    const one = openDb(base.url, { max: 1, greet, onError: () => undefined })
    opened.push(one)
    await sql`select 1`.execute(one.db)
  }
}
const fence = async () => {
  const { reason, fenced_at: at } = await base.db.selectFrom('recovery').selectAll().executeTakeFirstOrThrow()
  return at === null ? 'down' : reason
}

test('a process that has seen a later history raises the fence at the one before', async () => {
  const connect = openProcess()
  await connect()
  await onTimeline('00000002')
  await connect()
  expect(await fence()).toBe('down')
  await onTimeline('00000001')
  await connect()
  expect(await fence()).toBe('replaced')
})

test('one that has not seen it raises nothing, nor one that comes after vendors were asked', async () => {
  const [first, second, stranger] = [openProcess(), openProcess(), openProcess()]
  await onTimeline('00000002')
  await first()
  await second()
  await onTimeline('00000001')
  await stranger()
  expect(await fence()).toBe('down')
  await first()
  expect(await fence()).toBe('replaced')
  await sql`update recovery set fenced_at = null, lifted_at = clock_timestamp()`.execute(base.db)
  await second()
  await first()
  expect(await fence()).toBe('down')
})

test('another cluster with a lower timeline is another history, which shows itself', async () => {
  const connect = openProcess()
  await onTimeline('00000009')
  await connect()
  await asOwner(base.url, (pool) =>
    pool.query(`
      create or replace function current_history()
        returns table (system_id bigint, timeline text, started_at timestamptz) language sql stable as $$
        select 7::bigint, '00000001'::text, pg_postmaster_start_time() $$`),
  )
  await connect()
  expect(await fence()).toBe('down')
})
