import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { faultsOf } from './fault-rules.ts'
import { openPlaces } from './place-in-sources.ts'

const root = mkdtempSync(join(tmpdir(), 'goodword-places-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const BUILT = `import { x } from "./other.js"
// node_modules/pg/lib/client.js
const query = () => {
  throw new Error('of pg')
}
// server/webhooks/receive.ts
const receive = () => {
  query()
}
`
mkdirSync(join(root, 'dist/programs'), { recursive: true })
writeFileSync(join(root, 'dist/programs/parts-D1x.js'), BUILT)

test('a place in a built program is that of its source, the same from build to build', () => {
  const placeOf = openPlaces(root)
  const at = (lineno: number) => placeOf({ filename: 'dist/programs/parts-D1x.js', lineno })
  expect(at(8)).toEqual({ filename: 'server/webhooks/receive.ts', lineno: 2 })
  expect(at(4)).toEqual({ filename: 'node_modules/pg/lib/client.js', lineno: 2 })
  expect(at(1)).toEqual({ filename: 'dist/programs/parts-D1x.js', lineno: 1 })
  for (const filename of ['server/api.ts', 'dist/programs/gone.js', 'node:internal/x'])
    expect(placeOf({ filename, lineno: 7 })).toEqual({ filename, lineno: 7 })
})

test('what a package did is told from what we did, although both lie in one file', () => {
  const error = new Error('x')
  const at = (row: number) => `    at f (file://${root}/dist/programs/parts-D1x.js:${row}:5)`
  error.stack = `Error: x\n${at(4)}\n${at(8)}`
  const [{ stacktrace } = { stacktrace: undefined }] = faultsOf(error, root, openPlaces(root))
  expect(stacktrace!.frames.map(({ filename, in_app }) => [filename, in_app])).toEqual([
    ['server/webhooks/receive.ts', true],
    ['node_modules/pg/lib/client.js', false],
  ])
})
