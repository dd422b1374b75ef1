import { DAMAGED } from '../../../server/backups/archive/archive-codec.ts'
import { keepsRecords, recordFailed, recordVerified } from '../../../server/backups/backup-records.ts'
import { utcMoment } from '../../../server/platform/moments-in-words-rules.ts'
import { readIdentities } from '../../../server/backups/read-identities.ts'
import { findBackup } from '../../../server/backups/places/open-place.ts'
import { serverForTrials } from '../../../server/backups/restoring/try-out.ts'
import { faultsOf, verifyBackup, type Verified } from '../../../server/backups/restoring/verify-backup.ts'
import { openDb, type Db } from '../../../server/database/database.ts'
import { Refusal } from '../../../server/platform/errors.ts'
import type { Env } from '../../../server/platform/process/env.ts'
import { withDatabase } from '../../with-database.ts'
import { counted, type AddCommand } from '../command.ts'
import { untilStopped } from '../until-stopped.ts'

export const addVerify: AddCommand = (program, { settings, end }) => {
  program
    .command('verify')
    .summary('restores a backup into a throwaway database')
    .description(
      'Restores a backup into a database that is made for it and dropped afterwards, and compares every row, the ' +
        'schema, the ledger and whether ENCRYPTION_KEYS open what is sealed. Says how old it is. Exits 1 when anything ' +
        'is wrong. BACKUP_VERIFY_DATABASE_URL names another server for the throwaway database.',
    )
    .argument('[backup]', 'a file, s3://bucket/folder/name, or latest: the newest at BACKUP_TO', 'latest')
    .option('--identity <file>', 'the private key, in place of BACKUP_VERIFY_IDENTITY_FILE')
    .action(async (backup, options) => end(await verify(settings(), backup, options)))
}

export const identitiesOf = (env: Env, file = env.BACKUP_VERIFY_IDENTITY_FILE): Promise<string[]> => {
  if (!file) throw new Refusal('option', 422, 'Give --identity with the file of the private key.')
  return readIdentities(file)
}

const verify = (env: Env, wanted: string, { identity }: { identity?: string | undefined }): Promise<number> =>
  withDatabase(env, async (databaseUrl) => {
    const identities = await identitiesOf(env, identity)
    const { place, name, passedOver } = await findBackup(env, wanted)
    sayPassedOver(passedOver)
    const key = { place: place.name, name }
    const verified = await untilStopped(async (signal) =>
      verifyBackup({
        databaseUrl: serverForTrials(env, databaseUrl),
        bytes: await place.read(name),
        identities,
        keys: env.ENCRYPTION_KEYS,
        signal,
        notDropped: (cause) =>
          console.error(`Its throwaway database could not be dropped: ${(cause as Error).message}`),
      }),
    ).catch(async (cause: unknown) => {
      if (cause instanceof Refusal && cause.code === DAMAGED)
        await writeDown(databaseUrl, (db) => recordFailed(db, key, cause.message))
      throw cause
    })
    say(name, verified)
    if (faultsOf(verified).length > 0) return 1
    await writeDown(databaseUrl, (db) => recordVerified(db, key, verified.header.takenAt))
    return 0
  })

const writeDown = async (databaseUrl: string, record: (db: Db) => Promise<void>): Promise<void> => {
  const { db, close } = openDb(databaseUrl, { max: 1, onError: () => undefined })
  try {
    if (await keepsRecords(db)) await record(db)
  } finally {
    await close()
  }
}

export const sayPassedOver = (names: string[]): void => {
  for (const name of names) console.error(`${name} bears a moment that is yet to come, and was passed over.`)
}

const say = (name: string, verified: Verified): void => {
  const { header, trailer, isSchemaAsMade, ledgerFaults, keyFaults, seconds } = verified
  const tables = Object.values(trailer.tables)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const verdict = (well: string, faults: string[]) =>
    faults.length === 0 ? well : `WRONG: ${faults.join('; ')}`
  console.log(
    `${name}: everything until ${utcMoment(header.takenAt)}, ${ageOf(header.takenAt)} old, by Goodword ${header.version}`,
  )
  console.log(
    `  rows     ${rows} in ${header.tables.length} tables, and ${counted(trailer.tables['jobs']?.rows ?? 0, 'job')}: restored in ${seconds.toFixed(1)} s, each as it was`,
  )
  console.log(
    `  schema   ${isSchemaAsMade ? 'as its migrations make it' : 'WRONG: it was changed by hand, and is not what its migrations make'}`,
  )
  const sound = 'every transfer sums to zero, every balance is the sum of its entries'
  console.log(`  ledger   ${verdict(sound, ledgerFaults)}`)
  console.log(`  keys     ${verdict('ENCRYPTION_KEYS open what is sealed in it', keyFaults)}`)
  console.log(
    faultsOf(verified).length === 0
      ? 'It can be restored.'
      : 'It can be restored, but something is wrong with what is in it.',
  )
}

const ageOf = (at: Date): string => {
  const minutes = Math.max(0, Math.round((Date.now() - at.getTime()) / 60_000))
  if (minutes < 120) return `${minutes} min`
  return minutes < 2880 ? `${Math.round(minutes / 60)} hours` : `${Math.round(minutes / 1440)} days`
}
