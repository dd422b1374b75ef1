import { readFileSync } from 'node:fs'
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
  ['/codes', 140],
  ['/dashboard', 140],
])('%s asks the browser for at most %i kB of JavaScript', (path, most) => {
  const { scripts } = filesOf(readManifest(WEB_FOLDER), ['index.html', ...SCREEN_MODULES[path]!])
  const bytes = [...scripts].map((file) => readFileSync(join(WEB_FOLDER, `${file}.gz`)).length)
  expect(bytes.reduce((sum, size) => sum + size, 0) / KB).toBeLessThanOrEqual(most)
})

test('no schema library reaches the browser', () => {
  const { scripts } = filesOf(readManifest(WEB_FOLDER), [
    'index.html',
    ...Object.values(SCREEN_MODULES).flat(),
  ])
  for (const file of scripts) expect(readFileSync(join(WEB_FOLDER, file), 'utf8')).not.toContain('ZodError')
})
