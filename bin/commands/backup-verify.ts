import { readIdentities } from '../../server/backups/backup-keys.ts'
import { keepsRecords, recordVerified } from '../../server/backups/backup-records.ts'
import { momentOf } from '../../server/backups/check-backups.ts'
import { findBackup } from '../../server/backups/places/open-place.ts'
import { missingKeys } from '../../server/backups/restoring/restore-backup.ts'
import { verifyBackup, type Verified } from '../../server/backups/restoring/verify-backup.ts'
import { openDb } from '../../server/database/database.ts'
import { Refusal } from '../../server/platform/errors.ts'
import type { Env } from '../../server/platform/process/env.ts'
import { withDatabase } from '../with-database.ts'
import type { AddCommand } from './command.ts'

export const addVerify: AddCommand = (program, { settings, end }) => {
  program
    .command('verify')
    .summary('restores a backup into a throwaway database')
    .description(
      'Restores a backup into a database that is made for it and dropped afterwards, and compares every row, the ' +
        'schema and the ledger. Says how old it is. Exits 1 when it could not be restored as it is.',
    )
    .argument('[backup]', 'a file, s3://bucket/folder/name, or latest: the newest at BACKUP_TO', 'latest')
    .option('--identity <file>', 'the private key, in place of BACKUP_VERIFY_IDENTITY_FILE')
    .option('--database <url>', 'of the server and login that makes the throwaway database, in place of ours')
    .action(async (backup, options) => end(await verify(settings(), backup, options)))
}

export type Wanted = { identity?: string | undefined; database?: string | undefined }

export const identitiesOf = (env: Env, file = env.BACKUP_VERIFY_IDENTITY_FILE): Promise<string[]> => {
  if (!file) throw new Refusal('option', 422, 'Give --identity with the file of the private key.')
  return readIdentities(file)
}

const verify = (env: Env, wanted: string, { identity, database }: Wanted): Promise<number> =>
  withDatabase(env, async (databaseUrl) => {
    const identities = await identitiesOf(env, identity)
    const { place, name } = await findBackup(env, wanted)
    const verified = await verifyBackup({
      databaseUrl: database ?? env.MIGRATE_DATABASE_URL ?? databaseUrl,
      bytes: await place.read(name),
      identities,
    })
    const faults = say(name, verified, missingKeys(verified.header.keyIds, env.ENCRYPTION_KEYS))
    if (faults > 0) return 1
    const { db, close } = openDb(databaseUrl, { max: 1, onError: () => undefined })
    try {
      if (await keepsRecords(db))
        await recordVerified(db, { place: place.name, name }, verified.header.takenAt)
    } finally {
      await close()
    }
    return 0
  })

/** Returns how much is wrong. */
const say = (name: string, verified: Verified, missing: string[]): number => {
  const { header, trailer, isSchemaAsMade, ledgerFaults, seconds } = verified
  const tables = Object.values(trailer.tables)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `${name}: everything until ${momentOf(header.takenAt)}, ${ageOf(header.takenAt)} old, by Goodword ${header.version}`,
  )
  console.log(
    `  rows     ${rows} in ${header.tables.length} tables, and ${trailer.tables['jobs']?.rows ?? 0} jobs: restored in ${seconds.toFixed(1)} s, each as it was`,
  )
  console.log(
    `  schema   ${isSchemaAsMade ? 'as its migrations make it' : 'WRONG: it was changed by hand, and is not what its migrations make'}`,
  )
  console.log(
    `  ledger   ${ledgerFaults.length === 0 ? 'every transfer sums to zero, every balance is the sum of its entries' : `WRONG: ${ledgerFaults.join('; ')}`}`,
  )
  console.log(
    `  keys     ${missing.length === 0 ? 'ENCRYPTION_KEYS open what is sealed in it' : `WRONG: ENCRYPTION_KEYS lacks ${missing.join(', ')}`}`,
  )
  const faults = Number(!isSchemaAsMade) + ledgerFaults.length + missing.length
  console.log(
    faults === 0 ? 'It can be restored.' : 'It can be restored, but something is wrong with what is in it.',
  )
  return faults
}

const ageOf = (at: Date): string => {
  const minutes = Math.max(0, Math.round((Date.now() - at.getTime()) / 60_000))
  if (minutes < 120) return `${minutes} min`
  return minutes < 2880 ? `${Math.round(minutes / 60)} hours` : `${Math.round(minutes / 1440)} days`
}
