import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, delimiter, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

test('every package fits the Node that comes with the product', () => {
  const { status, stderr } = spawnSync(
    'npm',
    ['ci', '--dry-run', '--offline', '--engine-strict', '--ignore-scripts'],
    {
      cwd: ROOT,
      env: { ...process.env, PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter) },
      shell: process.platform === 'win32',
      encoding: 'utf8',
    },
  )
  expect(stderr).not.toContain('EBADENGINE')
  expect(status).toBe(0)
})

test.each([
  ['the pinned Node', false],
  ['another one, which hands on how it is ended', true],
])('a program that is named runs on the pinned Node, begun by %s', async (_by, isAnother) => {
  const folder = mkdtempSync(join(tmpdir(), 'goodword-run-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const node = isAnother ? join(folder, 'node') : process.execPath
  if (isAnother) copyFileSync(process.execPath, node)
  const said = join(folder, 'said')
  const words = () => (existsSync(said) ? readFileSync(said, 'utf8') : '')
  const flags = ['bin/install.mjs', 'test/support/doomed/tells-its-node.ts', said]
  const outer = spawn(node, flags, { cwd: ROOT, stdio: 'inherit' })
  await expect.poll(words).toBe(`${process.execPath}\n`)
  outer.kill('SIGTERM')
  const [status] = (await once(outer, 'exit')) as [number]
  expect(words()).toBe(`${process.execPath}\nended\n`)
  expect(status).toBe(3)
})

test('a program that ran before is not turned into JavaScript again, which takes a tenth of a second', () => {
  const flags = ['bin/install.mjs', 'test/support/doomed/says-what-it-loaded.ts']
  // Whoever runs all the tests has turned the cache on for them.
  const { NODE_COMPILE_CACHE: _, ...env } = process.env
  const run = () => spawnSync(process.execPath, flags, { cwd: ROOT, env, encoding: 'utf8' }).stdout
  run()
  expect(run()).toBe('found JavaScript\n')
})
