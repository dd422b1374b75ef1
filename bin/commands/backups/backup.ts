import { rm, stat, writeFile } from 'node:fs/promises'
import type { Command } from '@commander-js/extra-typings'
import { encrypterTo } from '../../../server/backups/archive/archive-codec.ts'
import { makeKeys } from '../../../server/backups/backup-keys.ts'
import { backUp } from '../../../server/backups/taking/back-up.ts'
import { backUpAlone } from '../../../server/backups/taking/alone.ts'
import { removeOldest } from '../../../server/backups/taking/remove-oldest.ts'
import type { Taken } from '../../../server/backups/taking/take-backup.ts'
import { nameOfPlace, type Place } from '../../../server/backups/places/place.ts'
import { utcMoment } from '../../../server/platform/moments-in-words-rules.ts'
import { openPlace } from '../../../server/backups/places/open-place.ts'
import { openDb, type Db } from '../../../server/database/database.ts'
import { refuseNewerSchema } from '../../../server/database/known-schema.ts'
import { Refusal } from '../../../server/platform/errors.ts'
import type { Env } from '../../../server/platform/process/env.ts'
import { withDatabase } from '../../with-database.ts'
import { createLog } from '../../../server/platform/process/log.ts'
import { untilStopped } from '../until-stopped.ts'
import { addVerify } from './backup-verify.ts'
import type { AddCommand } from '../command.ts'

export const addBackup: AddCommand = (program, shell) => {
  const { settings, end } = shell
  const backup = program
    .command('backup')
    .summary('writes everything to one encrypted file')
    .description(
      'Writes everything as it is at this moment to one file, encrypted to BACKUP_KEY, in the folder or store of ' +
        'BACKUP_TO, and reads it back. Nothing stops meanwhile. Migrates nothing, so take one before an update.',
    )
    .option('--to <place>', 'a folder or s3://bucket/folder, in place of BACKUP_TO')
    .option('--key <age1…>', 'the public key, in place of BACKUP_KEY')
    .action(async (options) => end(await takeOne(settings(), options)))
  addVerify(backup as unknown as Command, shell)
  backup
    .command('list')
    .summary('names the backups at BACKUP_TO')
    .option('--to <place>', 'a folder or s3://bucket/folder, in place of BACKUP_TO')
    .action(async (_options, command) =>
      end(await list(settings(), command.optsWithGlobals().to as string | undefined)),
    )
  backup
    .command('keygen')
    .summary('makes the pair of keys of backups')
    .description(
      'Writes a private key to a file and prints the public one, for BACKUP_KEY. The private key opens every backup, ' +
        'and nothing opens one without it: keep it away from this server, in two places.',
    )
    .requiredOption('--out <file>', 'where the private key is written')
    .action(async ({ out }) => end(await keygen(out)))
}

type Wanted = { to?: string | undefined; key?: string | undefined }

const takeOne = (env: Env, { to, key }: Wanted): Promise<number> =>
  withDatabase(env, async (databaseUrl) => {
    const place = openPlace(env, to)
    const recipients = key ? key.split(',').map((one) => one.trim()) : env.BACKUP_KEY
    if (!recipients)
      throw new Refusal(
        'option',
        422,
        'BACKUP_KEY is not set: `goodword backup keygen` makes a pair of keys.',
      )
    // Before anything is written down: what was mistyped is no failed backup.
    encrypterTo(recipients)
    // This version could not restore it.
    await refuseNewerSchema(databaseUrl)
    if (to && !to.startsWith('s3://')) await refuseNoFolder(place.name)
    const { db, close } = openDb(databaseUrl, { max: 2, onError: () => undefined })
    try {
      return await untilStopped((signal) =>
        backUpAlone(db, createLog('cli', 'warn'), async () => {
          const taken = await backUp({ db, databaseUrl, place, recipients, signal })
          sayTaken(taken, place)
          await removeOld(db, env, place, taken.name)
          return 0
        }),
      )
    } finally {
      await close()
    }
  })

/** What is typed by hand may be mistyped: made there, it would lie beside the disk that was meant. */
const refuseNoFolder = async (folder: string): Promise<void> => {
  const trouble = await stat(folder).then(
    (found) => (found.isDirectory() ? undefined : 'ENOTDIR'),
    ({ code }: NodeJS.ErrnoException) => code ?? 'unknown',
  )
  if (trouble === 'ENOENT' || trouble === 'ENOTDIR')
    throw new Refusal('file', 422, `There is no folder ${folder}: make it, or mount its disk, first.`)
  if (trouble) throw new Refusal('file', 422, `The folder ${folder} cannot be looked at: ${trouble}.`)
}

const sayTaken = ({ name, header, bytes, seconds }: Taken, place: Place): void =>
  console.log(
    `${name} is in ${place.name}: everything until ${utcMoment(header.takenAt)}, ${sizeOf(bytes)} in ${seconds.toFixed(1)} s, read back.`,
  )

/** Where the worker restores each as a trial, it removes the old ones after that. */
const removeOld = async (db: Db, env: Env, place: Place, newest: string): Promise<void> => {
  const isTried = env.BACKUP_TO && place.name === nameOfPlace(env.BACKUP_TO)
  if (isTried && env.BACKUP_VERIFY_IDENTITY_FILE) return
  const { removed, refused } = await removeOldest(db, place, { keep: env.BACKUP_KEEP, newest })
  for (const old of removed) console.log(`${old} was removed: BACKUP_KEEP is ${env.BACKUP_KEEP}.`)
  if (refused) console.error(`What is older could not be removed: ${refused}`)
}

const list = async (env: Env, to: string | undefined): Promise<number> => {
  const place = openPlace(env, to)
  const names = await place.list()
  for (const name of names) console.log(name)
  if (names.length === 0) console.log(`There is no backup in ${place.name}.`)
  return 0
}

const keygen = async (out: string): Promise<number> => {
  const { file, recipient } = await makeKeys(new Date())
  try {
    await writeFile(out, file, { mode: 0o600, flag: 'wx', flush: true })
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code !== 'EEXIST') await rm(out, { force: true }).catch(() => undefined)
    throw new Refusal(
      'file',
      422,
      code === 'EEXIST'
        ? `${out} is there already: it is not overwritten.`
        : `${out} cannot be written: ${code}.`,
    )
  }
  console.log(
    `The private key is in ${out}: keep it away from this server, in two places.\nBACKUP_KEY=${recipient}`,
  )
  return 0
}

const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
