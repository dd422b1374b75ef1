import type { Client } from 'pg'
import { inLocks, type Locks } from './in-locks.ts'
import { runSql } from './run-sql.ts'
import { MigrationFailed } from './schema-books.ts'
import type { Migration } from './schema-files.ts'

/** Applies one migration in its manner, and writes that it was. Killed at any point, it is applied by the next call. */
export const applyMigration = async (client: Client, migration: Migration, locks: Locks): Promise<void> => {
  const began = performance.now()
  const tookS = (digits: number) => ((performance.now() - began) / 1000).toFixed(digits)
  const saying = setInterval(
    () => locks.say(`${migration.name}: under way for ${tookS(0)} s`),
    locks.sayEachMs ?? SAY_EACH_MS,
  )
  await MANNERS[migration.manner](client, migration, locks).finally(() => clearInterval(saying))
  locks.say(`${migration.name}: applied in ${tookS(1)} s`)
}

const SAY_EACH_MS = 10_000

type Apply = (client: Client, migration: Migration, locks: Locks) => Promise<void>

const inOneTransaction: Apply = (client, migration, locks) =>
  inLocks(client, migration.name, locks, async () => {
    await runSql(client, migration.name, migration.text)
    await record(client, migration)
  })

const INDEX =
  /^(?:create (?:unique )?index concurrently(?: if not exists)?|drop index concurrently(?: if exists)?) ([a-z0-9_.]+)/

/** It waits for transactions that are older than it, and keeps no other waiting meanwhile. */
const LONGEST_WAIT = "set lock_timeout = '30min'"

/**
 * One index, which is built beside reads and writes. A build that was killed or failed leaves an index that is kept up
 * to date and never used: it is dropped, and built anew.
 */
const outsideATransaction: Apply = async (client, migration, { say }) => {
  const statement = withoutComments(migration.text)
  const index = INDEX.exec(statement)?.[1]
  if (!index || /;\s*\S/.test(statement))
    throw new MigrationFailed(
      `${migration.name} must be one statement, \`create index concurrently name …\` or \`drop index concurrently …\`.`,
    )
  await client.query(LONGEST_WAIT)
  try {
    const state = await stateOf(client, index)
    if (state === 'invalid') {
      say(`${migration.name}: drops what an earlier try has left of ${index}`)
      await runSql(client, migration.name, `drop index concurrently ${index}`)
    }
    const isDrop = statement.startsWith('drop')
    if (isDrop ? state === 'valid' : state !== 'valid') await runSql(client, migration.name, statement)
  } finally {
    await client.query('reset lock_timeout')
  }
  await record(client, migration)
}

/** One statement that changes some rows, and is repeated until it finds none. */
const untilItFindsNone: Apply = async (client, migration, locks) => {
  for (let changed = 0, saidAt = performance.now(); ;) {
    const { rowCount } = await inLocks(client, migration.name, locks, () =>
      runSql(client, migration.name, migration.text),
    )
    if (!rowCount) break
    changed += rowCount
    if (performance.now() - saidAt > 2_000) {
      saidAt = performance.now()
      locks.say(`${migration.name}: ${changed} rows so far`)
    }
  }
  await record(client, migration)
}

const MANNERS: Record<Migration['manner'], Apply> = {
  'in one transaction': inOneTransaction,
  'outside a transaction': outsideATransaction,
  'in batches': untilItFindsNone,
}

const record = (client: Client, { name, sha256, isBreaking }: Migration) =>
  client.query('insert into schema_migrations (name, sha256, breaking) values ($1, $2, $3)', [
    name,
    sha256,
    isBreaking,
  ])

const withoutComments = (text: string): string => text.replace(/--[^\n]*\n/g, '').trim()

const stateOf = async (client: Client, index: string): Promise<'valid' | 'invalid' | undefined> => {
  const { rows } = await client.query<{ isValid: boolean }>(
    'select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)',
    [index],
  )
  if (!rows[0]) return undefined
  return rows[0].isValid ? 'valid' : 'invalid'
}
