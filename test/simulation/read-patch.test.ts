import { expect, test } from 'vitest'
import { mutantNames } from './mutants/hunt-mutants.ts'
import { applyChanges, readPatch } from './mutants/read-patch.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const PATCH = `--- a/one.ts
+++ b/one.ts
@@ -1,3 +1,3 @@
 first
-second
+another
 third
`

test('a patch changes what it names, once', () => {
  expect(applyChanges('zero\nfirst\nsecond\nthird\n', readPatch(PATCH))).toBe('zero\nfirst\nanother\nthird\n')
})

test('a patch that does not fit any more is an error', () => {
  expect(() => applyChanges('first\nthird\n', readPatch(PATCH))).toThrow('does not fit one.ts')
})

test('every fault fits the product as it is', () => {
  const names = mutantNames()
  expect(names).toHaveLength(21)
  for (const name of names) {
    const changes = readPatch(readFileSync(join(import.meta.dirname, 'mutants', `${name}.patch`), 'utf8'))
    for (const [path, mine] of Map.groupBy(changes, ({ path }) => path))
      applyChanges(readFileSync(join(import.meta.dirname, '../..', path), 'utf8'), mine)
  }
})
