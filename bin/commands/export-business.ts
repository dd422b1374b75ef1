import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { exportBusiness } from '../../server/businesses/export-business.ts'
import { asBusiness } from '../../server/database/database.ts'
import { Refusal } from '../../server/platform/errors.ts'
import { businessNamed, readOptions, uuid, withParts, type Command } from './command.ts'

export const exportBusinessCommand: Command = {
  usage: '--business ID [--out FILE]',
  summary:
    'Everything of one business as one JSON document: invoices, decisions, texts, ledger, opt-outs. It holds personal\n' +
    '      data: a FILE is made readable for you alone.',
  run: async (settings, args) => {
    const options = readOptions(args, { business: { type: 'string' }, out: { type: 'string' } })
    const businessId = uuid('business', options.business)
    return withParts(settings(), async (parts) => {
      const { name } = await businessNamed(parts, businessId)
      await asBusiness(parts.db, businessId, async (trx) => {
        const document = Readable.from(exportBusiness(trx, parts.clock()))
        if (options.out === undefined) await pipeline(document, process.stdout, { end: false })
        else await writeWhole(document, options.out)
      })
      if (options.out !== undefined) console.error(`${name} is written to ${options.out}.`)
      return 0
    })
  },
}

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
