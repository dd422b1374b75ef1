import { writeFileSync } from 'node:fs'
import { codeSvg } from '../../server/claims/draw-code.ts'
import { drawSheets, PAPERS, type Paper } from '../../server/claims/draw-sheet.ts'
import { codesOfBatch, listBatches, transfersOf } from '../../server/claims/list-codes.ts'
import { mintCodes } from '../../server/claims/mint-codes.ts'
import { releaseCode } from '../../server/claims/release-code.ts'
import { claimUrl, readSlug } from '../../server/claims/slug.ts'
import type { Db } from '../../server/database/database.ts'
import type { Env } from '../../server/platform/process/env.ts'
import { Refusal } from '../../server/platform/errors.ts'
import { readOptions, wholeNumber, withParts, type Command } from './command.ts'

type Action = (settings: () => Env, args: string[]) => Promise<number>
const text = { type: 'string' } as const

export const qr: Command = {
  usage: 'mint|sheet|svg|list|release [options]',
  summary: [
    'Printed review codes.',
    'mint --count N --batch NAME [--expires YYYY-MM-DD]   makes codes; unclaimed ones end with that day (UTC)',
    'sheet --batch NAME [--paper A4|letter] --out FILE    a PDF to print and cut',
    'svg --slug SLUG [--out FILE]                         one code as a picture',
    'list [--batch NAME | --slug SLUG]                    batches, codes with their scans, or the history of one',
    'release --slug SLUG                                  takes a code back: it can be claimed again',
  ].join('\n      '),
  run: async (settings, [name = '', ...args]) => {
    const action = actions[name]
    if (!action) throw new Refusal('option', 422, `qr wants one of ${Object.keys(actions).join(', ')}.`)
    return action(settings, args)
  },
}

const mint: Action = async (settings, args) => {
  const options = readOptions(args, { count: text, batch: text, expires: text })
  const count = wholeNumber('count', options.count, { min: 1, max: 100_000 })
  const batch = given('batch', options.batch)
  const expiresAt = options.expires === undefined ? undefined : endOfDay(options.expires)
  return withParts(settings(), async ({ db, clock, publicUrl }) => {
    const now = clock()
    if (expiresAt && expiresAt <= now) throw new Refusal('option', 422, '--expires is in the past.')
    const slugs = await mintCodes(db, { batch, count, expiresAt, now })
    for (const slug of slugs) console.log(claimUrl(publicUrl, slug))
    return 0
  })
}

const sheet: Action = async (settings, args) => {
  const options = readOptions(args, { batch: text, paper: text, out: text })
  const batch = given('batch', options.batch)
  const out = given('out', options.out)
  const paper = paperNamed(options.paper ?? 'A4')
  return withParts(settings(), async ({ db, publicUrl }) => {
    const codes = await knownBatch(db, batch)
    const printed = codes.map(({ slug, place_name }) => ({
      slug,
      url: claimUrl(publicUrl, slug),
      name: place_name ?? 'Goodword',
    }))
    write(out, await drawSheets(`Review codes, batch ${batch}`, paper, printed))
    console.log(`${out}: ${codes.length} codes on ${paper}.`)
    return 0
  })
}

const svg: Action = async (settings, args) => {
  const options = readOptions(args, { slug: text, out: text })
  const slug = readSlug(given('slug', options.slug))
  return withParts(settings(), async ({ db, publicUrl }) => {
    await knownCode(db, slug)
    const picture = codeSvg(claimUrl(publicUrl, slug))
    if (options.out) write(options.out, picture)
    else process.stdout.write(picture)
    return 0
  })
}

const list: Action = async (settings, args) => {
  const options = readOptions(args, { batch: text, slug: text })
  return withParts(settings(), async ({ db }) => {
    const lines = options.slug
      ? await historyLines(db, readSlug(options.slug))
      : options.batch
        ? (await knownBatch(db, options.batch)).map(codeLine)
        : (await listBatches(db)).map(batchLine)
    for (const line of lines) console.log(line)
    if (lines.length === 0) console.log('Nothing yet.')
    return 0
  })
}

const release: Action = async (settings, args) => {
  const options = readOptions(args, { slug: text })
  const asked = given('slug', options.slug)
  return withParts(settings(), async ({ db, clock }) => {
    const { slug, placeName } = await releaseCode(db, asked, clock())
    console.log(`${slug} leads to ${placeName} no more: it can be claimed again.`)
    return 0
  })
}

const actions: Record<string, Action> = { mint, sheet, svg, list, release }

const batchLine = (batch: Awaited<ReturnType<typeof listBatches>>[number]): string => {
  const end = batch.expires_at ? `, unclaimed ones end ${batch.expires_at.toISOString()}` : ''
  return `${batch.name}: ${batch.codes} codes, ${batch.claimed} claimed, ${batch.owned} owned, ${batch.scans} scans${end}`
}

const codeLine = (code: Awaited<ReturnType<typeof codesOfBatch>>[number]): string => {
  if (!code.place_name) return `${code.slug}  unclaimed`
  return `${code.slug}  ${code.place_name}, ${code.scan_count} scans, ${code.business_id ? `business ${code.business_id}` : 'no account yet'}`
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

const given = (name: string, value: string | undefined): string => {
  if (!value) throw new Refusal('option', 422, `--${name} is missing.`)
  return value
}

const paperNamed = (name: string): Paper => {
  const paper = Object.keys(PAPERS).find((known) => known.toLowerCase() === name.toLowerCase())
  if (!paper) throw new Refusal('option', 422, `--paper must be A4 or letter, not "${name}".`)
  return paper as Paper
}

const endOfDay = (day: string): Date => {
  const end = new Date(`${day}T24:00:00Z`)
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(end.getTime()))
    throw new Refusal('option', 422, `--expires must be a day like 2027-01-31, not "${day}".`)
  return end
}

const write = (file: string, content: Buffer | string): void => {
  try {
    writeFileSync(file, content)
  } catch (cause) {
    throw new Refusal('out', 422, `${file} cannot be written: ${(cause as Error).message}`)
  }
}
