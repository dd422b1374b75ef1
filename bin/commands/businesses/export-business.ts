import type { Env } from '../../../server/platform/process/env.ts'
import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { recordExport } from '../../../server/audit/record-export.ts'
import { exportBusiness } from '../../../server/businesses/export-business.ts'
import { asBusiness } from '../../../server/database/database.ts'
import { Refusal } from '../../../server/platform/errors.ts'
import { businessNamed, commandLine, uuid, withParts, type AddCommand } from '../command.ts'

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
    if (out !== undefined && existsSync(out))
      throw new Refusal('file', 422, `${out} is there already, and is not written over: name another file.`)
    await recordExport(parts.db, { businessId, by: commandLine(), what: 'everything', now: parts.clock() })
    await asBusiness(parts.db, businessId, async (trx) => {
      const document = Readable.from(exportBusiness(trx, businessId, parts.clock()))
      if (out === undefined) await pipeline(document, process.stdout, { end: false })
      else await writeWhole(document, out)
    })
    if (out !== undefined) console.error(`${name} is written to ${out}.`)
    return 0
  })

/** Under its own name only once it is whole. */
const writeWhole = async (document: Readable, file: string): Promise<void> => {
  const unfinished = `${file}.unfinished`
  try {
    await pipeline(document, createWriteStream(unfinished, { mode: 0o600 }))
    await rename(unfinished, file)
  } catch (cause) {
    await rm(unfinished, { force: true }).catch(() => undefined)
    throw new Refusal('file', 422, `${file} cannot be written: ${(cause as Error).message}.`)
  }
}
