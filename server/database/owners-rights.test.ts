import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../test/support/database.ts'

const base = useDatabase()
let client: Client

beforeAll(async () => {
  client = new Client({ connectionString: base.url })
  await client.connect()
})
afterAll(() => client.end())

test('what acts with its owner’s rights looks for names among its caller’s temporary ones last', async () => {
  const { rows } = await sql<{ name: string; path: string | null }>`
    select p.oid::regprocedure::text as name, (
      select substr(setting, 13) from unnest(p.proconfig) setting where setting like 'search_path=%') as path
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      -- And what these call, with the same rights.
      and (prosecdef or p.proname in ('partition_of', 'stop_vacuum'))
    order by 1`.execute(base.db)
  expect(rows.length).toBeGreaterThanOrEqual(8)
  expect(rows.filter(({ path }) => path !== 'pg_catalog, pg_temp')).toEqual([])
})

/** Runs what a caller prepares for the owner, and then a call, as a role of the product; nothing of it stays. */
const callAs = async (role: string, prepared: string, call: string) => {
  await client.query(`begin; set local role ${role}; set local client_min_messages = error`)
  try {
    await client.query(`
      create function pg_temp.evil() returns boolean language plpgsql
        as $$ begin raise exception 'ran as %', current_user; end $$;
      ${prepared}`)
    return await client.query(call)
  } finally {
    await client.query('rollback')
  }
}

test.each([
  ['timestamptz', "select enqueue_job('a-task', '{}', 'a-key', keep_earlier => true)", 'goodword_tenant'],
  ['regclass', "select close_default('xero_events', now() + interval '90 days')", 'goodword_system'],
  ['regclass', "select open_default('xero_events', now() + interval '90 days')", 'goodword_system'],
])('a temporary type named %s lends its maker no rights of the owner: %s', async (name, call, role) => {
  const type = `create domain pg_temp.${name} as pg_catalog.${name} check (pg_temp.evil())`
  expect(await callAs(role, type, call)).toMatchObject({ rowCount: 1 })
})

test('a temporary view in place of what PostgreSQL knows is not read with the owner’s rights', async () => {
  const view = `
    create temporary view pg_constraint as
    select 'parts.link_visits_default'::regclass as conrelid, part as conname, pg_temp.evil() as convalidated
    from partition_of('link_visits', now() + interval '400 days')`
  const call = "select make_partition('link_visits', now() + interval '400 days')"
  expect(await callAs('goodword_system', view, call)).toMatchObject({ rowCount: 1 })
})
