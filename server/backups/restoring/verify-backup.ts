import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import pg from 'pg'
import { bringUpToDate } from '../../database/bring-up-to-date.ts'
import { openDb } from '../../database/database.ts'
import { checkLedger } from '../../ledger/check-ledger.ts'
import { createClient, UNHURRIED } from '../../platform/postgres/connections/pool.ts'
import { Refusal } from '../../platform/errors.ts'
import { closedTo } from './closed-to.ts'
import { leftBehind, PREFIX } from './left-behind.ts'
import { restoreBackup, type Restored } from './restore-backup.ts'

export type Verified = Restored & {
  seconds: number
  ledgerFaults: string[]
  /** What ENCRYPTION_KEYS do not open. */
  keyFaults: string[]
}

export type Verifying = {
  databaseUrl: string
  bytes: Readable
  identities: string[]
  /** ENCRYPTION_KEYS. */
  keys: string[]
  signal?: AbortSignal | undefined
  /** The throwaway database stays, until a later trial drops it: that says nothing about the backup. */
  notDropped: (cause: unknown) => void
}

const LEFT_BEHIND_S = 6 * 3600

/**
 * Restores a backup into a database that is made for it on the server of `databaseUrl` and dropped afterwards, compares
 * every row with what was read when it was taken, applies the migrations that are newer, and opens what is sealed in
 * it. Throws Refusal where any row differs; `faultsOf` says what else is wrong.
 */
export const verifyBackup = async (backup: Verifying): Promise<Verified> => {
  const beganAt = performance.now()
  const { keys } = backup
  return inThrowaway(backup, async (databaseUrl) => {
    // Whether the keys open it is found out below, of each value.
    const restored = await restoreBackup({ ...backup, keys: undefined, databaseUrl })
    await bringUpToDate(databaseUrl)
    const { db, close } = openDb(databaseUrl, { max: 2, patience: UNHURRIED, onError: () => undefined })
    try {
      const faults = await checkLedger(db)
      const ledgerFaults = faults.map(({ businessId, fault }) => `business ${businessId}: ${fault}`)
      const keyFaults = await closedTo(db, keys, restored.header.keyIds)
      return { ...restored, ledgerFaults, keyFaults, seconds: (performance.now() - beganAt) / 1000 }
    } finally {
      await close()
    }
  })
}

/** What is wrong with what is in it, though each row is as it was. */
export const faultsOf = ({ isSchemaAsMade, ledgerFaults, keyFaults }: Verified): string[] => [
  ...(isSchemaAsMade ? [] : ['its schema is not what its migrations make']),
  ...ledgerFaults,
  ...keyFaults,
]

const inThrowaway = async <Out>(
  { databaseUrl: serverUrl, bytes, signal, notDropped }: Verifying,
  work: (url: string) => Promise<Out>,
): Promise<Out> => {
  if (signal?.aborted) bytes.destroy()
  signal?.throwIfAborted()
  const name = `${PREFIX}${Math.floor(Date.now() / 1000)}_${randomBytes(3).toString('hex')}`
  await onServer(serverUrl, (server) => makeThrowaway(server, name))
  try {
    const url = new URL(serverUrl)
    url.pathname = `/${name}`
    return await unlessAborted(work(url.href), signal)
  } finally {
    // Also of work that goes on after the abort: its connections end with the database.
    const drop = `drop database if exists ${name} with (force)`
    await onServer(serverUrl, (server) => server.query(drop)).catch(notDropped)
  }
}

/** A connection for each: one that were idle for as long as a trial lasts would be cut off by a proxy. */
const onServer = async (serverUrl: string, work: (server: pg.Client) => Promise<unknown>): Promise<void> => {
  const server = createClient(serverUrl, { patience: UNHURRIED })
  await server.connect()
  try {
    await work(server)
  } finally {
    await server.end().catch(() => undefined)
  }
}

const makeThrowaway = async (server: pg.Client, name: string): Promise<void> => {
  await dropLeftBehind(server)
  await server.query(`create database ${name} template template0 encoding 'UTF8'`).catch((cause: unknown) => {
    if ((cause as { code?: string }).code !== '42501') throw cause
    throw new Refusal(
      'verify',
      403,
      'The login may not make the throwaway database: `alter role … createdb`, or set BACKUP_VERIFY_DATABASE_URL to one that may.',
    )
  })
}

const unlessAborted = async <Out>(work: Promise<Out>, signal: AbortSignal | undefined): Promise<Out> => {
  if (!signal) return work
  work.catch(() => undefined)
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason as Error)
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', abort))
}

const dropLeftBehind = async (server: pg.Client): Promise<void> => {
  for (const { name, isOurs } of await leftBehind(server, LEFT_BEHIND_S))
    if (isOurs)
      await server.query(`drop database if exists ${pg.escapeIdentifier(name)}`).catch(() => undefined)
}
