import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type ClientBase } from 'pg'
import { afterAll } from 'vitest'
import { makeKeys } from '../../server/backups/backup-keys.ts'

/** A folder of this test file, with an operator's keys in it. */
export const useBackupFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'goodword-backups-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const keyFile = async (name: string) => {
    const { file, recipient } = await makeKeys(new Date())
    const path = join(folder, name)
    writeFileSync(path, file, { mode: 0o600 })
    return { path, recipient }
  }
  return {
    folder,
    place: join(folder, 'kept'),
    keyFile,
    names: () => readdirSync(join(folder, 'kept')).toSorted(),
  }
}

/** A database without anything in it, on the server of this URL. */
export const emptyDatabase = async (serverUrl: string): Promise<string> => {
  const name = `empty_${randomBytes(6).toString('hex')}`
  await asClient(serverUrl, (client) => client.query(`create database ${name} template template0`))
  return serverUrl.replace(/\/[^/]*$/, `/${name}`)
}

export const asClient = async <Out>(
  url: string,
  work: (client: ClientBase) => Promise<Out>,
): Promise<Out> => {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** All rows of all tables, in one order, without what a restore changes on purpose. */
export const everything = (url: string): Promise<Record<string, string[]>> =>
  asClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
         and relname not in ('recovery', 'leases', 'processes', 'rate_limits', 'schema_migrations', 'schema_functions',
                             'backups') order by 1`,
    )
    const all: Record<string, string[]> = {}
    for (const { name } of rows) {
      const found = await client.query<{ row: string }>(
        `select t::text as row from public.${name} t order by 1`,
      )
      all[name] = found.rows.map(({ row }) => row)
    }
    const jobs = await client.query<{ row: string }>(
      `select concat_ws('|', task_identifier, key, run_at, attempts, max_attempts, priority, queue_name) as row
       from graphile_worker.jobs order by 1`,
    )
    all['jobs'] = jobs.rows.map(({ row }) => row)
    return all
  })
