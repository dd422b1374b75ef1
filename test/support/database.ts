import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { openDb, type Db, type OpenedDb } from '../../server/database/database.ts'

/**
 * A database of its own for this test file, cloned from the migrated template. It goes with the whole server at the
 * end: files that are made soon after others were deleted cost ext4 an eighth of the run's processor time.
 */
export const useDatabase = (): { readonly db: Db; readonly url: string } => {
  const name = `test_${randomBytes(6).toString('hex')}`
  const url = inject('postgresUrl').replace(/\/[^/]*$/, `/${name}`)
  let opened: OpenedDb | undefined

  beforeAll(async () => {
    await asAdmin((admin) =>
      admin.query(`create database ${name} template template_goodword strategy file_copy`),
    )
    opened = openDb(url, { onError: () => undefined })
  })
  afterAll(async () => {
    await opened?.close()
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
