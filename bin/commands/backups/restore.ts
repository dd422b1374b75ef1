import { utcMoment } from '../../../server/platform/moments-in-words-rules.ts'
import { findBackup } from '../../../server/backups/places/open-place.ts'
import { restoreBackup } from '../../../server/backups/restoring/restore-backup.ts'
import { bringUpToDate, refuseOtherOwner } from '../../../server/database/bring-up-to-date.ts'
import { openDb } from '../../../server/database/database.ts'
import { raiseFence } from '../../../server/database/fence.ts'
import { goOnWithoutKeys, type Lost } from '../../../server/flows/lost-keys/go-on-without-keys.ts'
import { UNHURRIED } from '../../../server/platform/postgres/connections/pool.ts'
import type { Env } from '../../../server/platform/process/env.ts'
import { createSealer, type Sealer } from '../../../server/platform/seal.ts'
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
    .option(
      '--without-keys',
      'also where ENCRYPTION_KEYS cannot open all that is sealed in it: what does not open is given up',
    )
    .action(async (backup, options) => end(await restore(settings(), backup, options)))
}

type Wanted = { identity?: string | undefined; withoutKeys?: true | undefined }

const restore = (env: Env, wanted: string, { identity, withoutKeys }: Wanted): Promise<number> =>
  withDatabase(env, async (databaseUrl) => {
    const identities = await identitiesOf(env, identity)
    const { place, name, passedOver } = await findBackup(env, wanted)
    sayPassedOver(passedOver)
    await refuseOtherOwner(databaseUrl, env.MIGRATE_DATABASE_URL)
    const beganAt = performance.now()
    const { header, trailer, isSchemaAsMade } = await restoreBackup({
      databaseUrl: env.MIGRATE_DATABASE_URL ?? databaseUrl,
      bytes: await place.read(name),
      identities,
      keys: withoutKeys ? undefined : env.ENCRYPTION_KEYS,
    })
    const applied = await bringUpToDate(databaseUrl, env.MIGRATE_DATABASE_URL)
    const lost = await makeUsable(databaseUrl, withoutKeys && createSealer(env.ENCRYPTION_KEYS))
    const rows = Object.values(trailer.tables).reduce((sum, table) => sum + table.rows, 0)
    const seconds = ((performance.now() - beganAt) / 1000).toFixed(1)
    console.log(
      `Restored: everything until ${utcMoment(header.takenAt)}, ${rows} rows in ${seconds} s, each as it was.`,
    )
    if (!isSchemaAsMade)
      console.log('Its schema had been changed by hand; this is the one that its migrations make.')
    if (applied.length > 0) console.log(`Applied ${applied.join(', ')}.`)
    if (lost) sayLost(lost)
    console.log(
      'The recovery fence is up: start api and worker. Nothing is sent until the vendors were asked what is missing.',
    )
    return 0
  })

/**
 * The fence counts as up already, since no worker knows this history; now it also says so. With a sealer, nothing that
 * it does not open is left to end the processes at their start.
 */
const makeUsable = async (databaseUrl: string, sealer: Sealer | undefined): Promise<Lost | undefined> => {
  const { db, close } = openDb(databaseUrl, { max: 1, patience: UNHURRIED, onError: () => undefined })
  try {
    const lost = sealer && (await goOnWithoutKeys({ db, sealer }, new Date()))
    await raiseFence(db)
    return lost
  } finally {
    await close()
  }
}

const sayLost = ({ xero, google, optOuts }: Lost): void => {
  if (optOuts)
    console.log(
      `The key of the phone hashes did not open, and was replaced: ${optOuts.kept} of ${optOuts.kept + optOuts.void} ` +
        `opt-outs ${optOuts.kept === 1 ? 'holds' : 'hold'}, by numbers and addresses that stand in the database. ${optOuts.void} ` +
        `${optOuts.void === 1 ? 'is' : 'are'} void, and so is each cooldown of a customer whose number was removed.`,
    )
  if (xero > 0) console.log(`${closed(xero, 'Xero authorisation')} to connect Xero again.`)
  if (google > 0)
    console.log(`${closed(google, 'connection to Google', 'connections to Google')} to connect again.`)
}

const closed = (count: number, one: string, many = `${one}s`): string =>
  count === 1
    ? `1 ${one} does not open: its owner is asked`
    : `${count} ${many} do not open: their owners are asked`
