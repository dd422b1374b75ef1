import { bringUpToDate } from '../../server/database/bring-up-to-date.ts'
import { waitForDatabase } from '../../server/platform/postgres/connections/wait-for-database.ts'
import type { Log } from '../../server/platform/process/log.ts'

/** Waits until the database is there, saying so, and migrates it. Returns the names of what was applied. */
export const prepareDatabase = (url: string, ownersUrl: string | undefined, log: Log): Promise<string[]> =>
  waitForDatabase(
    ownersUrl ?? url,
    log,
    () => bringUpToDate(url, ownersUrl),
    ownersUrl ? 'MIGRATE_DATABASE_URL' : 'DATABASE_URL',
  )
