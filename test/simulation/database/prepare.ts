import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { SCHEMA_FOLDER } from '../../../server/database/database.ts'
import { migrate } from '../../../server/platform/postgres/schema/migrate.ts'

/** Of one server several processes simulate at once, each in a database of its own. */
export const prepareDatabase = async (serverUrl: string, name: string): Promise<string> => {
  const url = serverUrl.replace(/\/[^/]*$/, `/${name}`)
  await withClient(serverUrl.replace(/\/[^/]*$/, '/postgres'), async (admin) => {
    await admin.query(`create database ${name}`)
    await admin.query(`alter database ${name} set search_path = public, simulation, pg_catalog`)
    await admin.query(`alter database ${name} set timezone = 'UTC'`)
    // A deadlock is found by the simulation, in its own time.
    await admin.query(`alter database ${name} set deadlock_timeout = '1h'`)
  })
  await withClient(url, (owner) =>
    owner.query(readFileSync(join(import.meta.dirname, 'simulation.sql'), 'utf8')),
  )
  await migrate(url, SCHEMA_FOLDER)
  await withClient(url, (owner) => owner.query(HISTORY))
  return url
}

/** Another timeline is another history, and a later start of the postmaster. */
const HISTORY = `
  create or replace function public.current_history()
    returns table (system_id bigint, timeline text, started_at timestamptz)
    language sql stable as $$
    select 1::bigint, coalesce(simulation.said('timeline'), '1'), simulation.pg_postmaster_start_time() $$;
  update public.recovery r set system_id = h.system_id, timeline = h.timeline, started_at = h.started_at
  from public.current_history() h;
  alter function public.enqueue_job set search_path = simulation, pg_catalog`

const withClient = async (url: string, work: (client: Client) => Promise<unknown>): Promise<void> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
