import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { PROCESS_ROLE, type Db } from '../../server/database.ts'
import { openDatabase, type Database } from '../../server/platform/db.ts'
import type { Tables } from '../../server/tables.ts'

/** A database of its own for this test file, cloned from the migrated template and dropped at the end. */
export const useDatabase = (): { readonly db: Db; readonly url: string } => {
  const name = `test_${randomBytes(6).toString('hex')}`
  const url = inject('postgresUrl').replace(/\/[^/]*$/, `/${name}`)
  let opened: Database<Tables> | undefined

  beforeAll(async () => {
    await asAdmin((admin) => admin.query(`create database ${name} template template_goodword`))
    opened = openDatabase<Tables>(url, {
      role: PROCESS_ROLE,
      onError: () => undefined,
    })
  })
  afterAll(async () => {
    await opened?.close()
    await asAdmin((admin) => admin.query(`drop database if exists ${name} with (force)`))
  })

  return {
    url,
    get db() {
      if (!opened) throw new Error('The database is there only inside a test.')
      return opened.db
    },
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
