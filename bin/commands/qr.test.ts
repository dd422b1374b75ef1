import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { useDatabase } from '../../test/support/database.ts'
import { asOwner } from '../../test/support/product.ts'
import { claimCode } from '../../server/claims/claim-code.ts'
import { readEnv } from '../../server/platform/process/env.ts'
import { runCommand } from './commands.ts'

const base = useDatabase()
const folder = mkdtempSync(join(tmpdir(), 'goodword-qr-'))
const ORIGIN = 'http://localhost:3000'
const key = randomBytes(32).toString('hex')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const settings = () =>
  readEnv({
    DATABASE_URL: base.url,
    DATA_DIR: folder,
    ENCRYPTION_KEYS: key,
    SANDBOX_PORT: '9',
    PUBLIC_URL: ORIGIN,
  })

/** In this process, where twenty commands take no longer than one would in its own. */
const run = async (...args: string[]): Promise<{ out: string; code: number }> => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  try {
    const code = await runCommand(settings, ['qr', ...args])
    return { code, out: said.mock.calls.map(([line]) => `${String(line)}\n`).join('') }
  } finally {
    said.mockRestore()
  }
}

test('codes are minted, printed, listed, claimed and released', async () => {
  const minted = await run('mint', '--count', '3', '--batch', 'spring', '--expires', '2099-01-31')
  const urls = minted.out.trim().split('\n')
  expect(urls).toHaveLength(3)
  for (const url of urls) expect(url).toMatch(/^http:\/\/localhost:3000\/claim\/[2-9a-z]{10}$/)
  const slug = urls[0]!.slice(-10)
  await claimCode(base.db, {
    slug,
    place: { placeId: 'ChIJjo', name: 'Jo & Sons', address: '' },
    secret: 'a-secret',
    owner: undefined,
    now: new Date(),
  })

  expect((await run('list')).out).toBe(
    'spring: 3 codes, 1 claimed, 0 owned, 0 scans, those never claimed end at 2099-02-01T00:00:00.000Z\n',
  )
  const listed = (await run('list', '--batch', 'spring')).out
  expect(listed).toContain(`${slug}  Jo & Sons, 0 scans, no account yet`)
  expect(listed.match(/unclaimed/g)).toHaveLength(2)

  const file = join(folder, 'sheet.pdf')
  expect((await run('sheet', '--batch', 'spring', '--paper', 'letter', '--out', file)).out).toBe(
    `${file}: 3 codes on letter.\n`,
  )
  expect(readFileSync(file).subarray(0, 8).toString('latin1')).toBe('%PDF-1.7')
  const picture = join(folder, 'code.svg')
  await run('svg', '--slug', slug.toUpperCase(), '--out', picture)
  expect(readFileSync(picture, 'utf8')).toMatch(/^<svg xmlns/)

  expect((await run('release', '--slug', slug)).out).toBe(
    `${slug} leads to Jo & Sons no more: it can be claimed again.\n`,
  )
  expect((await run('list', '--slug', slug)).out).toMatch(/claimed {2}Jo & Sons\n.*released {2}Jo & Sons\n$/)
})

test.each([
  [['mint', '--count', '0', '--batch', 'x'], '--count must be a whole number'],
  [['mint', '--count', '1', '--batch', 'Bad Name'], 'A batch is named with'],
  [['mint', '--count', '1', '--batch', 'x', '--expires', '2099-02-31x'], '--expires must be a day'],
  [
    ['mint', '--count', '1', '--batch', 'x', '--expires', '2099-02-31'],
    '--expires must be a day of the calendar',
  ],
  [['mint', '--count', '1', '--batch', 'x', '--expires', '2001-01-01'], '--expires is in the past'],
  [['sheet', '--batch', 'unknown', '--out', '/tmp/never.pdf'], 'There is no batch unknown'],
  [['sheet', '--batch', 'x', '--paper', 'A5', '--out', '/tmp/never.pdf'], '--paper must be A4 or letter'],
  [['svg', '--slug', 'bbbbbbbbbb'], 'There is no code bbbbbbbbbb'],
  [['release', '--slug', 'bbbbbbbbbb'], 'There is no code bbbbbbbbbb'],
  [['svg'], "Required option '--slug <slug>' not specified. See --help."],
])('qr %j says what is wrong', async (args, words) => {
  await expect(run(...args)).rejects.toMatchObject({
    name: 'Refusal',
    message: expect.stringContaining(words) as string,
  })
})

test('qr with a word that is none of its commands says so, and what may be meant', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  try {
    expect(await run('shred')).toEqual({ code: 2, out: '' })
    expect(said.mock.calls).toEqual([
      ["Unknown command 'shred'. Did you mean sheet? `goodword help qr` lists them all."],
    ])
  } finally {
    said.mockRestore()
  }
})

test('of one code, and of one scan, it says one', async () => {
  const slug = (await run('mint', '--count', '1', '--batch', 'single')).out.trim().slice(-10)
  await claimCode(base.db, {
    slug,
    place: { placeId: 'ChIJsue', name: 'Sue', address: '' },
    secret: 'a-secret',
    owner: undefined,
    now: new Date(),
  })
  await asOwner(base.url, (owner) =>
    owner.query('update qr_codes set scan_count = 1 where slug = $1', [slug]),
  )
  expect((await run('list', '--batch', 'single')).out).toContain('Sue, 1 scan, no account yet')
  expect((await run('list')).out).toContain('single: 1 code, 1 claimed, 0 owned, 1 scan\n')
  const file = join(folder, 'single.pdf')
  expect((await run('sheet', '--batch', 'single', '--paper', 'A4', '--out', file)).out).toBe(
    `${file}: 1 code on A4.\n`,
  )
})
