import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')

test('every program is loaded in one way, or each would write anew what another one has compiled', () => {
  const files = globSync('{bin,sandbox,server}/**/*.{ts,mjs}', { cwd: ROOT }).filter(
    (file) => !file.endsWith('.test.ts'),
  )
  const naming = (word: string): string[] =>
    files.filter((file) => readFileSync(join(ROOT, file), 'utf8').includes(word)).toSorted()
  expect(naming('enableCompileCache')).toEqual(['bin/install.mjs', 'server/platform/process/load-program.ts'])
  expect(naming('await loadProgram(')).toEqual([
    'bin/goodword.ts',
    'bin/start.ts',
    'sandbox/main.ts',
    'server/api.ts',
    'server/worker.ts',
  ])
})

const AT_ONCE = "await loadProgram(() => import('./part.mjs'))"
const LATER = "await loadProgram(async () => undefined)\nawait loadMore(() => import('./part.mjs'))"

test.each([
  ['at once is taken later', AT_ONCE, LATER],
  ['later is taken at once', LATER, AT_ONCE],
])('what a program compiled that loaded it %s', (_what, first, second) => {
  const folder = mkdtempSync(join(tmpdir(), 'goodword-compiled-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const module = JSON.stringify(join(import.meta.dirname, 'load-program.ts'))
  writeFileSync(join(folder, 'part.mjs'), 'export const part = () => 1')
  const run = (code: string): string => {
    const program = join(folder, 'program.mjs')
    writeFileSync(program, `import { loadMore, loadProgram } from ${module}\n${code}`)
    const env = { NODE_COMPILE_CACHE: join(folder, 'cache'), NODE_DEBUG_NATIVE: 'COMPILE_CACHE' }
    return spawnSync(process.execPath, [program], { env, encoding: 'utf8' }).stderr
  }
  run(first)
  expect(run(second)).toContain('part.mjs was accepted')
})
