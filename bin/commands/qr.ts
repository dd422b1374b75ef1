import { writeFileSync } from 'node:fs'
import { day } from '../../contracts/shared/values.ts'
import { codeSvg } from '../../server/claims/draw-code.ts'
import { drawSheets, PAPERS, type Paper } from '../../server/claims/draw-sheet.ts'
import { codesOfBatch, listBatches, transfersOf } from '../../server/claims/list-codes.ts'
import { mintCodes } from '../../server/claims/mint-codes.ts'
import { releaseCode } from '../../server/claims/release-code.ts'
import { claimUrl, readSlug } from '../../server/claims/slug.ts'
import { recordAct } from '../../server/audit/record-act.ts'
import { asSystem, type Db } from '../../server/database/database.ts'
import type { Env } from '../../server/platform/process/env.ts'
import { Refusal } from '../../server/platform/errors.ts'
import { commandLine, counted, wholeNumber, withParts, type AddCommand } from './command.ts'

export const addQr: AddCommand = (program, { settings, end }) => {
  const qr = program
    .command('qr')
    .summary('mints, prints, lists and releases review codes')
    .description('Printed review codes.')
  qr.command('mint')
    .summary('makes codes')
    .description('Makes codes and lists their addresses.')
    .requiredOption('--count <n>', 'how many', wholeNumber('count', { min: 1, max: 100_000 }))
    .requiredOption('--batch <name>', 'what they are kept under')
    .option('--expires <day>', 'those never claimed end with that day (UTC), like 2027-01-31', endOfDay)
    .action(async ({ count, batch, expires }) => end(await mint(settings(), { count, batch, expires })))
  qr.command('sheet')
    .summary('makes a PDF to print and cut')
    .requiredOption('--batch <name>', 'which codes')
    .option('--paper <paper>', 'A4 or letter', paperNamed, 'A4' as Paper)
    .requiredOption('--out <file>', 'where to write it')
    .action(async ({ batch, paper, out }) => end(await sheet(settings(), { batch, paper, out })))
  qr.command('svg')
    .summary('draws one code as a picture')
    .requiredOption('--slug <slug>', 'which code', readSlug)
    .option('--out <file>', 'where to write it, not to the standard output')
    .action(async ({ slug, out }) => end(await svg(settings(), slug, out)))
  qr.command('list')
    .summary('lists batches, codes or the history of a code')
    .option('--batch <name>', 'the codes of this batch')
    .option('--slug <slug>', 'the history of this code', readSlug)
    .action(async (options) => end(await list(settings(), options)))
  qr.command('release')
    .summary('takes a code back: it can be claimed again')
    .requiredOption('--slug <slug>', 'which code')
    .action(async ({ slug }) => end(await release(settings(), slug)))
}

type Minted = { count: number; batch: string; expires?: Date | undefined }

const mint = (env: Env, { count, batch, expires }: Minted): Promise<number> =>
  withParts(env, async ({ db, clock, publicUrl }) => {
    const now = clock()
    if (expires && expires <= now) throw new Refusal('option', 422, '--expires is in the past.')
    const slugs = await asSystem(db, async (trx) => {
      const details = { batch, count }
      await recordAct(trx, { by: commandLine(), act: 'minted-codes', businessId: null, details, now })
      return mintCodes(trx, { batch, count, expiresAt: expires, now })
    })
    for (const slug of slugs) console.log(claimUrl(publicUrl, slug))
    return 0
  })

type Sheet = { batch: string; paper: Paper; out: string }

const sheet = (env: Env, { batch, paper, out }: Sheet): Promise<number> =>
  withParts(env, async ({ db, publicUrl }) => {
    const codes = await knownBatch(db, batch)
    const printed = codes.map(({ slug, place_name }) => ({
      slug,
      url: claimUrl(publicUrl, slug),
      name: place_name ?? 'Goodword',
    }))
    write(out, await drawSheets(`Review codes, batch ${batch}`, paper, printed))
    console.log(`${out}: ${counted(codes.length, 'code')} on ${paper}.`)
    return 0
  })

const svg = (env: Env, slug: string, out: string | undefined): Promise<number> =>
  withParts(env, async ({ db, publicUrl }) => {
    await knownCode(db, slug)
    const picture = codeSvg(claimUrl(publicUrl, slug))
    if (out) write(out, picture)
    else process.stdout.write(picture)
    return 0
  })

type Listed = { batch?: string | undefined; slug?: string | undefined }

const list = (env: Env, { batch, slug }: Listed): Promise<number> =>
  withParts(env, async ({ db }) => {
    const lines = slug
      ? await historyLines(db, slug)
      : batch
        ? (await knownBatch(db, batch)).map(codeLine)
        : (await listBatches(db)).map(batchLine)
    for (const line of lines) console.log(line)
    if (lines.length === 0) console.log('Nothing yet.')
    return 0
  })

const release = (env: Env, asked: string): Promise<number> =>
  withParts(env, async ({ db, clock }) => {
    const { slug, placeName } = await releaseCode(db, asked, { by: commandLine(), now: clock() })
    console.log(`${slug} leads to ${placeName} no more: it can be claimed again.`)
    return 0
  })

const batchLine = (batch: Awaited<ReturnType<typeof listBatches>>[number]): string => {
  const end = batch.expires_at ? `, those never claimed end at ${batch.expires_at.toISOString()}` : ''
  return `${batch.name}: ${counted(batch.codes, 'code')}, ${batch.claimed} claimed, ${batch.owned} owned, ${counted(batch.scans, 'scan')}${end}`
}

const codeLine = (code: Awaited<ReturnType<typeof codesOfBatch>>[number]): string => {
  if (!code.place_name) return `${code.slug}  unclaimed`
  return `${code.slug}  ${code.place_name}, ${counted(code.scan_count, 'scan')}, ${code.business_id ? `business ${code.business_id}` : 'no account yet'}`
}

const historyLines = async (db: Db, slug: string): Promise<string[]> => {
  await knownCode(db, slug)
  return (await transfersOf(db, slug)).map(
    ({ happened_at, kind, place_name, business_id }) =>
      `${happened_at.toISOString()}  ${kind}  ${place_name}${business_id ? `, business ${business_id}` : ''}`,
  )
}

const knownBatch = async (db: Db, batch: string) => {
  const codes = await codesOfBatch(db, batch)
  if (codes.length === 0) throw new Refusal('batch', 404, `There is no batch ${batch}.`)
  return codes
}

const knownCode = async (db: Db, slug: string): Promise<void> => {
  const code = await db.selectFrom('qr_codes').select('slug').where('slug', '=', slug).executeTakeFirst()
  if (!code) throw new Refusal('unknown-code', 404, `There is no code ${slug}.`)
}

const paperNamed = (name: string): Paper => {
  const paper = Object.keys(PAPERS).find((known) => known.toLowerCase() === name.toLowerCase())
  if (!paper) throw new Refusal('option', 422, `--paper must be A4 or letter, not "${name}".`)
  return paper as Paper
}

const endOfDay = (text: string): Date => {
  if (!day.safeParse(text).success)
    throw new Refusal(
      'option',
      422,
      `--expires must be a day of the calendar like 2027-01-31, not "${text}".`,
    )
  return new Date(`${text}T24:00:00Z`)
}

const write = (file: string, content: Buffer | string): void => {
  try {
    writeFileSync(file, content)
  } catch (cause) {
    throw new Refusal('out', 422, `${file} cannot be written: ${(cause as Error).message}`)
  }
}
