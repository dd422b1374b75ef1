import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { ensureWebBuilt, WEB_FOLDER } from '../bin/build-web.ts'
import { filesOf, readManifest, SCREEN_MODULES } from '../server/pages/web-preloads.ts'

const KB = 1000

beforeAll(async () => {
  await ensureWebBuilt()
})

test.each([
  ['/login', 100],
  ['/register', 100],
  ['/claim/:slug', 102],
  ['/codes', 120],
  ['/dashboard', 131],
])('%s asks the browser for at most %i kB of JavaScript', (path, most) => {
  expect(kilobytes(filesAtFirst(path).scripts)).toBeLessThanOrEqual(most)
})

test('the dashboard’s JavaScript and styles are at most 140 kB', () => {
  const { scripts, styles } = filesAtFirst('/dashboard')
  expect(kilobytes(new Set([...scripts, ...styles]))).toBeLessThanOrEqual(140)
})

test('no schema library reaches the browser', () => {
  const scripts = readdirSync(join(WEB_FOLDER, 'assets')).filter((file) => file.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(Object.keys(SCREEN_MODULES).length)
  const withSchemas = scripts.filter((file) =>
    readFileSync(join(WEB_FOLDER, 'assets', file), 'utf8').includes('ZodError'),
  )
  expect(withSchemas).toEqual([])
})

const filesAtFirst = (path: string) =>
  filesOf(readManifest(WEB_FOLDER), ['index.html', ...SCREEN_MODULES[path]!])

const kilobytes = (files: Set<string>): number =>
  [...files].reduce((sum, file) => sum + readFileSync(join(WEB_FOLDER, `${file}.gz`)).length, 0) / KB
