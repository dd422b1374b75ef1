import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import pg from 'pg'
import { bringUpToDate } from '../../database/bring-up-to-date.ts'
import { openDb } from '../../database/database.ts'
import { checkLedger } from '../../ledger/check-ledger.ts'
import { createClient, UNHURRIED } from '../../platform/postgres/connections/pool.ts'
import { Refusal } from '../../platform/errors.ts'
import { restoreBackup, type Restored } from './restore-backup.ts'

export type Verified = Restored & { seconds: number; ledgerFaults: string[] }

/** Names the moment, so that one that a killed process left behind is recognised. */
const PREFIX = 'goodword_verify_'
const LEFT_BEHIND_S = 6 * 3600

/**
 * Restores a backup into a database that is made for it on the server of `databaseUrl` and dropped afterwards, compares
 * every row with what was read when it was taken, and applies the migrations that are newer. Throws Refusal where
 * anything differs.
 */
export const verifyBackup = async (backup: {
  databaseUrl: string
  bytes: Readable
  identities: string[]
  signal?: AbortSignal | undefined
}): Promise<Verified> => {
  const beganAt = performance.now()
  return inThrowaway(backup.databaseUrl, async (databaseUrl) => {
    const restored = await restoreBackup({ ...backup, databaseUrl })
    await bringUpToDate(databaseUrl)
    const { db, close } = openDb(databaseUrl, { max: 2, patience: UNHURRIED, onError: () => undefined })
    try {
      const faults = await checkLedger(db)
      const ledgerFaults = faults.map(({ businessId, fault }) => `business ${businessId}: ${fault}`)
      return { ...restored, ledgerFaults, seconds: (performance.now() - beganAt) / 1000 }
    } finally {
      await close()
    }
  })
}

const inThrowaway = async <Out>(serverUrl: string, work: (url: string) => Promise<Out>): Promise<Out> => {
  const name = `${PREFIX}${Math.floor(Date.now() / 1000)}_${randomBytes(3).toString('hex')}`
  const server = createClient(serverUrl, { patience: UNHURRIED })
  await server.connect()
  try {
    await dropLeftBehind(server)
    await server
      .query(`create database ${name} template template0 encoding 'UTF8'`)
      .catch((cause: unknown) => {
        if ((cause as { code?: string }).code !== '42501') throw cause
        throw new Refusal(
          'verify',
          403,
          'The login may not make the throwaway database: `alter role … createdb`, or give --database with one that may.',
        )
      })
    try {
      const url = new URL(serverUrl)
      url.pathname = `/${name}`
      return await work(url.href)
    } finally {
      await server.query(`drop database if exists ${name} with (force)`)
    }
  } finally {
    await server.end().catch(() => undefined)
  }
}

const dropLeftBehind = async (server: pg.Client): Promise<void> => {
  const { rows } = await server.query<{ name: string }>(
    `select datname as name from pg_database
     where datname ~ $1 and pg_has_role(datdba, 'usage')
       and split_part(datname, '_', 3)::bigint < extract(epoch from now()) - $2`,
    [`^${PREFIX}\\d+_[0-9a-f]+$`, LEFT_BEHIND_S],
  )
  for (const { name } of rows) await server.query(`drop database if exists ${pg.escapeIdentifier(name)}`)
}
