import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')

test('every program is loaded in one way, or each would write anew what another one has compiled', () => {
  const files = globSync('{bin,sandbox,server}/**/*.ts', { cwd: ROOT }).filter(
    (file) => !file.endsWith('.test.ts'),
  )
  const naming = (word: string): string[] =>
    files.filter((file) => readFileSync(join(ROOT, file), 'utf8').includes(word)).toSorted()
  expect(naming('enableCompileCache')).toEqual(['server/platform/process/load-program.ts'])
  expect(naming('await loadProgram(')).toEqual([
    'bin/goodword.ts',
    'bin/start.ts',
    'sandbox/main.ts',
    'server/api.ts',
    'server/worker.ts',
  ])
})
