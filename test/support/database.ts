import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { openDb, type Db, type OpenedDb } from '../../server/database/database.ts'

/** A database of its own for this test file, cloned from the migrated template and dropped at the end. */
export const useDatabase = (): { readonly db: Db; readonly url: string } => {
  const name = `test_${randomBytes(6).toString('hex')}`
  const url = inject('postgresUrl').replace(/\/[^/]*$/, `/${name}`)
  let opened: OpenedDb | undefined

  beforeAll(async () => {
    await asAdmin((admin) => admin.query(`create database ${name} template template_goodword`))
    opened = openDb(url, { onError: () => undefined })
  })
  afterAll(async () => {
    await opened?.close()
    await asAdmin(async (admin) => {
      await sessionsEnded(admin, name)
      await admin.query(`drop database if exists ${name} with (force)`)
    })
  })

  return {
    url,
    get db() {
      if (!opened) throw new Error('The database is there only inside a test.')
      return opened.db
    },
  }
}

const MOST_LOOKS = 150
const BETWEEN_LOOKS_MS = 20

/**
 * Waits for sessions that are about to end: terminating one meanwhile would raise an error at its client.
 */
const sessionsEnded = async (admin: Client, name: string): Promise<void> => {
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    const { rowCount } = await admin.query('select from pg_stat_activity where datname = $1', [name])
    if (rowCount === 0) return
    await pause(BETWEEN_LOOKS_MS)
  }
}

const asAdmin = async (work: (admin: Client) => Promise<unknown>): Promise<void> => {
  const admin = new Client({ connectionString: inject('postgresUrl').replace(/\/[^/]*$/, '/postgres') })
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}
