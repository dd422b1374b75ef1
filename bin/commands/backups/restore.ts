import { momentOf } from '../../../server/backups/check-backups.ts'
import { findBackup } from '../../../server/backups/places/open-place.ts'
import { restoreBackup } from '../../../server/backups/restoring/restore-backup.ts'
import { bringUpToDate } from '../../../server/database/bring-up-to-date.ts'
import { openDb } from '../../../server/database/database.ts'
import { raiseFence } from '../../../server/database/fence.ts'
import type { Env } from '../../../server/platform/process/env.ts'
import { withDatabase } from '../../with-database.ts'
import { identitiesOf, sayPassedOver } from './backup-verify.ts'
import type { AddCommand } from '../command.ts'

export const addRestore: AddCommand = (program, { settings, end }) => {
  program
    .command('restore')
    .summary('loads a backup into an empty database')
    .description(
      'Loads a backup into an empty database: all of it, compared row by row with what was backed up, or nothing. ' +
        'Applies newer migrations. The recovery fence is up afterwards: start api and worker as always.',
    )
    .argument('<file>', 'a file, s3://bucket/folder/name, or latest: the newest at BACKUP_TO')
    .option('--identity <file>', 'the private key, in place of BACKUP_VERIFY_IDENTITY_FILE')
    .option('--without-keys', 'also where ENCRYPTION_KEYS cannot open what is sealed in it')
    .action(async (backup, options) => end(await restore(settings(), backup, options)))
}

type Wanted = { identity?: string | undefined; withoutKeys?: true | undefined }

const restore = (env: Env, wanted: string, { identity, withoutKeys }: Wanted): Promise<number> =>
  withDatabase(env, async (databaseUrl) => {
    const identities = await identitiesOf(env, identity)
    const { place, name, passedOver } = await findBackup(env, wanted)
    sayPassedOver(passedOver)
    const beganAt = performance.now()
    const { header, trailer, isSchemaAsMade } = await restoreBackup({
      databaseUrl: env.MIGRATE_DATABASE_URL ?? databaseUrl,
      bytes: await place.read(name),
      identities,
      keys: withoutKeys ? undefined : env.ENCRYPTION_KEYS,
    })
    const applied = await bringUpToDate(databaseUrl, env.MIGRATE_DATABASE_URL)
    await raise(databaseUrl)
    const rows = Object.values(trailer.tables).reduce((sum, table) => sum + table.rows, 0)
    const seconds = ((performance.now() - beganAt) / 1000).toFixed(1)
    console.log(
      `Restored: everything until ${momentOf(header.takenAt)}, ${rows} rows in ${seconds} s, each as it was.`,
    )
    if (!isSchemaAsMade)
      console.log('Its schema had been changed by hand; this is the one that its migrations make.')
    if (applied.length > 0) console.log(`Applied ${applied.join(', ')}.`)
    console.log(
      'The recovery fence is up: start api and worker. Nothing is sent until the vendors were asked what is missing.',
    )
    return 0
  })

/** It counts as up already, since no worker knows this history; now it also says so. */
const raise = async (databaseUrl: string): Promise<void> => {
  const { db, close } = openDb(databaseUrl, { max: 1, onError: () => undefined })
  try {
    await raiseFence(db)
  } finally {
    await close()
  }
}
