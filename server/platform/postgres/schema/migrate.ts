import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { createClient, createPool, UNHURRIED } from '../connections/pool.ts'
import { applyFunctions, checkFunctions } from './apply-functions.ts'
import { applyMigration } from './apply-migration.ts'
import { inLocks, untilFree, type Locks, type Say } from './in-locks.ts'
import { hasProcesses, refuseOlderProcesses } from './older-processes.ts'
import { queueMigrations, readQueueApplied } from './queue-schema.ts'
import { runSql } from './run-sql.ts'
import { BOOKS, MigrationFailed, readApplied, refuseOld, type Applied } from './schema-books.ts'
import { readReleased, readSchemaFiles, type Migration } from './schema-files.ts'

export type MigrateOptions = {
  /** `before`: what the new version needs, beside the old one. `after`: the rest, once no process of that is left. */
  part?: 'everything' | 'before' | 'after'
  /** These migrations alone, for a restore: functions may be ahead of the tables then, and are not checked. */
  only?: ReadonlySet<string>
  /** Where the database is empty, no process can be at work, and everything is applied at once; not so for a check. */
  alsoWhereEmpty?: boolean
  say?: Say
  lockPatienceMs?: number
  /** How often a migration that takes long says that it is under way. */
  sayEachMs?: number
  /** How long the row of a process that has ended may look alive. */
  processPatienceMs?: number
}

const MIGRATION_LOCK = 7_150_001
const LOCK_LOOK_MS = 200
/** So that the server ends what a killed caller had begun. */
const LOOK_FOR_CALLER = "set client_connection_check_interval = '2s'"

/**
 * Brings the database up to `folder`: its roles, its migrations, each once, and its functions, each again whenever its
 * file has changed. Two processes may call it at once: the second waits. Returns the names of what was applied.
 */
export const migrate = async (
  url: string,
  folder: string,
  options: MigrateOptions = {},
): Promise<string[]> => {
  const client = createClient(url, { patience: UNHURRIED })
  await client.connect()
  try {
    await client.query(LOOK_FOR_CALLER)
    await takeTurn(client, options.say ?? quiet)
    return await applyParts(client, url, folder, options)
  } finally {
    await client.end()
  }
}

const quiet: Say = () => undefined

/** Asked again and again: a statement that waits would be waited for by an index that is built concurrently. */
const takeTurn = async (client: Client, say: Say): Promise<void> => {
  for (let hasSaid = false; ; hasSaid = true) {
    const { rows } = await client.query<{ is: boolean }>('select pg_try_advisory_lock($1) as is', [
      MIGRATION_LOCK,
    ])
    if (rows[0]!.is) return
    if (!hasSaid) say(`Waits for another migrate${await holderOf(client)}`)
    await pause(LOCK_LOOK_MS)
  }
}

/** One that hangs, or whose end a pooler kept from the server, is ended by whoever knows which it is. */
const holderOf = async (client: Client): Promise<string> => {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_locks
     where locktype = 'advisory' and granted and classid = 0 and objid = $1
       and database = (select oid from pg_database where datname = current_database())`,
    [MIGRATION_LOCK],
  )
  return rows[0] ? ` (pid ${rows[0].pid})` : ''
}

const applyParts = async (
  client: Client,
  url: string,
  folder: string,
  {
    part = 'everything',
    only,
    alsoWhereEmpty = false,
    say = quiet,
    lockPatienceMs,
    sayEachMs,
    processPatienceMs,
  }: MigrateOptions,
): Promise<string[]> => {
  const locks = { say, patienceMs: lockPatienceMs, sayEachMs }
  const before = await readApplied(client)
  if (before) refuseOld(before)
  const { migrations, functions } = readSchemaFiles(folder)
  if (before && isOfANewerVersion(before, migrations)) return ofANewerVersion(before, migrations, say)
  // A first migrate that failed before its first migration has made the books alone.
  const isEmpty = !before || (before.migrations.size === 0 && !(await hasProcesses(client)))
  const { release, newestMigration } = readReleased(folder)
  const wanted = migrations.filter(({ name }) => only?.has(name) ?? true)
  const steps = stepsOf(pendingOf(before, wanted), {
    part: isEmpty && !alsoWhereEmpty ? 'everything' : part,
    newestReleased: newestMigration,
  })
  const queue = await pendingOfQueue(client)
  const onlyWithout = steps.now.filter(({ part: of, isBreaking }) => isBreaking || of === 'after')
  const waitMs = processPatienceMs === undefined ? {} : { waitMs: processPatienceMs }
  if (!isEmpty)
    await refuseOlderProcesses(client, [...onlyWithout, ...queue], {
      say,
      again: part === 'after' ? 'goodword migrate --finish' : 'goodword migrate',
      ...waitMs,
    })

  await inLocks(client, 'the list of what was applied', locks, () => runSql(client, 'books', BOOKS))
  await migrateQueue(client, url, locks)
  const roles = readFileSync(join(folder, 'roles.sql'), 'utf8')
  await inLocks(client, 'roles.sql', locks, () => runSql(client, 'roles.sql', roles))
  // A new function comes before the migrations, whose tables and triggers may name it. A changed one comes after
  // them, because it names the tables as they are then.
  const missing = await inLocks(client, 'functions', locks, () =>
    applyFunctions(client, functions, { onlyMissing: true, release }),
  )
  for (const migration of steps.now) await applyMigration(client, migration, locks)
  if (only) return [...missing, ...steps.now.map(({ name }) => name)]
  const changed = await inLocks(client, 'functions', locks, async () => {
    const applied = await applyFunctions(client, functions, { onlyMissing: false, release })
    await checkFunctions(client, functions)
    return applied
  })
  return [...new Set([...missing, ...steps.now.map(({ name }) => name), ...changed])]
}

const pendingOf = (applied: Applied | undefined, migrations: Migration[]): Migration[] =>
  migrations.filter(({ name, sha256 }) => {
    const known = applied?.migrations.get(name)?.sha256
    if (known && known !== sha256)
      throw new MigrationFailed(`${name} was applied and has changed since: write a new migration instead.`)
    return !known
  })

/** In the order of their numbers. What an earlier release has left for after its own deploy is overdue. */
const stepsOf = (
  pending: Migration[],
  { part, newestReleased }: { part: MigrateOptions['part']; newestReleased: number },
): { now: Migration[] } => {
  if (part === 'everything') return { now: pending }
  const isOfBefore = (one: Migration) => one.part === 'before' || one.number <= newestReleased
  if (part === 'before') return { now: pending.filter(isOfBefore) }
  const missing = pending.find(isOfBefore)
  if (missing) throw new MigrationFailed(`${missing.name} is missing: run \`goodword migrate\` first.`)
  return { now: pending }
}

/** Has all that we know, and more. */
const isOfANewerVersion = (applied: Applied, migrations: Migration[]): boolean => {
  const known = new Set(migrations.map(({ name }) => name))
  return (
    [...applied.migrations.keys()].some((name) => !known.has(name)) &&
    migrations.every(({ name }) => applied.migrations.has(name))
  )
}

const ofANewerVersion = (applied: Applied, migrations: Migration[], say: Say): string[] => {
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = [...applied.migrations].filter(([name]) => !known.has(name))
  const breaking = unknown.find(([, { isBreaking }]) => isBreaking)
  if (breaking)
    throw new MigrationFailed(
      `The database is of a newer version (${breaking[0]}), with which this one must not run: deploy the newer one.`,
    )
  say(
    'The database is of a newer version, with which this one may run: its schema and functions stay as they are.',
  )
  return []
}

const pendingOfQueue = async (client: Client): Promise<Migration[]> => {
  const { newest } = await readQueueApplied(client)
  const breaking = queueMigrations().findLast(({ number, isBreaking }) => isBreaking && number > newest)
  if (!breaking || newest === 0) return []
  // No process that has not ended knows it.
  const number = Number.MAX_SAFE_INTEGER
  return [
    {
      name: `migration ${breaking.number} of graphile-worker`,
      text: '',
      sha256: '',
      number,
      part: 'before',
      isBreaking: true,
      manner: 'in one transaction',
      isMarked: true,
    },
  ]
}

/** graphile-worker would do so itself when a worker starts, whose login may not. */
const migrateQueue = async (client: Client, url: string, locks: Locks): Promise<void> => {
  const { newest } = await readQueueApplied(client)
  if (queueMigrations().at(-1)?.number === newest) return
  // Not with this file: the api only asks what was applied.
  const { Logger, runMigrations } = await import('graphile-worker')
  const logger = new Logger(() => () => undefined)
  await untilFree(client, 'the job queue', locks, async (lockMs) => {
    const settings = `-c lock_timeout=${lockMs}`
    const pgPool = createPool(url, { max: 2, patience: UNHURRIED, settings, onError: () => undefined })
    await runMigrations({ pgPool, logger }).finally(() => pgPool.end())
  })
}
