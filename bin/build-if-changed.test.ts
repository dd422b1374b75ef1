import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildIfChanged, ROOT } from './build-if-changed.ts'

let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'goodword-build-'))
  mkdirSync(join(place, 'sources'))
  writeFileSync(join(place, 'sources/one.ts'), 'one')
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

/** Names its only file by what it was built of. */
const build = async (keepsOlder = false): Promise<boolean> =>
  buildIfChanged(join(place, 'dist/built'), {
    sources: [relative(ROOT, join(place, 'sources'))],
    keepsOlder,
    build: async (fresh) => {
      mkdirSync(fresh)
      writeFileSync(join(fresh, readFileSync(join(place, 'sources/one.ts'), 'utf8')), '')
    },
  })
const built = () => readdirSync(join(place, 'dist/built')).filter((name) => !name.startsWith('.'))
const change = (words: string) => writeFileSync(join(place, 'sources/one.ts'), words)

test('it builds where a source has changed, and not for its time, a test or what an editor left', async () => {
  expect([await build(), await build()]).toEqual([true, false])
  utimesSync(join(place, 'sources/one.ts'), new Date(0), new Date(0))
  writeFileSync(join(place, 'sources/one.test.ts'), 'a test')
  writeFileSync(join(place, 'sources/.#one.ts'), 'a lock')
  expect(await build()).toBe(false)
  change('two')
  expect(await build()).toBe(true)
  expect(built()).toEqual(['two'])
  expect(readdirSync(join(place, 'dist'))).toEqual(['built'])
})

test('what runs finds the files that it began with, for a day', async () => {
  await build(true)
  change('two')
  await build(true)
  expect(built()).toEqual(['one', 'two'])
  const longAgo = new Date(Date.now() - 2 * 86_400_000)
  utimesSync(join(place, 'dist/built/one'), longAgo, longAgo)
  change('three')
  await build(true)
  expect(built()).toEqual(['three', 'two'])
})
