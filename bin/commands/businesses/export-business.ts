import type { Env } from '../../../server/platform/process/env.ts'
import { existsSync } from 'node:fs'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { recordExport } from '../../../server/audit/record-export.ts'
import { exportBusiness } from '../../../server/businesses/export-business.ts'
import { asBusiness } from '../../../server/database/database.ts'
import { Refusal } from '../../../server/platform/errors.ts'
import type { Parts } from '../../../server/wiring/parts.ts'
import { businessNamed, commandLine, uuid, withParts, type AddCommand } from '../command.ts'
import { untilStopped } from '../until-stopped.ts'

export const addExportBusiness: AddCommand = (program, { settings, end }) => {
  program
    .command('export-business')
    .summary('writes everything of one business as JSON')
    .description(
      'Everything of one business as one JSON document: invoices, decisions, texts, ledger, opt-outs. It holds ' +
        'personal data: a file is made readable for you alone.',
    )
    .requiredOption('--business <id>', 'whose', uuid('business'))
    .option('--out <file>', 'where to write it, not to the standard output')
    .action(async ({ business, out }) => end(await writeExport(settings(), business, out)))
}

const writeExport = (env: Env, businessId: string, out: string | undefined): Promise<number> =>
  withParts(env, async (parts) => {
    const { name } = await businessNamed(parts, businessId)
    if (out === undefined) await writeAll(parts, businessId, (bytes) => toStdout(bytes))
    else {
      await untilStopped((signal) =>
        asOneFile(out, (into) => writeAll(parts, businessId, (bytes) => pipeline(bytes, into, { signal }))),
      )
      console.error(`${name} is written to ${out}.`)
    }
    return 0
  })

const writeAll = async (
  { db, clock }: Parts,
  businessId: string,
  write: (bytes: Readable) => Promise<void>,
): Promise<void> => {
  await recordExport(db, { businessId, by: commandLine(), what: 'everything', now: clock() })
  await asBusiness(db, businessId, (trx) => write(Readable.from(exportBusiness(trx, businessId, clock()))))
}

const toStdout = (bytes: Readable): Promise<void> => pipeline(bytes, process.stdout, { end: false })

type Into = (bytes: AsyncIterable<string>) => Promise<void>

/**
 * Under its own name only once it is whole, and until then under one that no other run takes. Only what the file
 * refuses is said of the file: what ends the reading is thrown as it is.
 */
const asOneFile = async (file: string, write: (into: Into) => Promise<void>): Promise<void> => {
  const unfinished = `${file}.unfinished`
  refuseExisting(file)
  const handle = await open(unfinished, 'wx', 0o600).catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'EEXIST'
      ? new Refusal('file', 422, `${unfinished} ${IS_TAKEN}`)
      : notWritten(file, cause)
  })
  try {
    // Another run may have ended meanwhile.
    refuseExisting(file)
    await write((bytes) => writeEach(handle, bytes, file))
    await rename(unfinished, file).catch((cause: Error) => {
      throw notWritten(file, cause)
    })
  } catch (cause) {
    await rm(unfinished, { force: true }).catch(() => undefined)
    // Where it was stopped, that stands around the refusal.
    throw [cause, (cause as Error).cause].find((one) => one instanceof Refusal) ?? cause
  } finally {
    await handle.close().catch(() => undefined)
  }
}

const writeEach = async (handle: FileHandle, bytes: AsyncIterable<string>, file: string): Promise<void> => {
  for await (const piece of bytes)
    await handle.writeFile(piece).catch((cause: Error) => {
      throw notWritten(file, cause)
    })
}

const IS_TAKEN = 'is there: another run is writing it, or was killed. Wait for that one, or remove the file.'

const refuseExisting = (file: string): void => {
  if (existsSync(file))
    throw new Refusal('file', 422, `${file} is there already, and is not written over: name another file.`)
}

const notWritten = (file: string, { message }: Error): Refusal =>
  new Refusal('file', 422, `${file} cannot be written: ${message}.`)
