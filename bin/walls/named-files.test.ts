import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const PAGES = globSync(['*.md', 'docs/*.md', 'docs/decisions/*.md', 'database/*.md'], { cwd: ROOT })
const FILES = globSync(
  '{bin,bench,contracts,database,deploy,docs,sandbox,server,test,web}/**/*.{ts,tsx,sql,mjs}',
  {
    cwd: ROOT,
  },
).map((file) => file.replaceAll('\\', '/'))
const ROOT_FILES = globSync('*.{ts,mjs}', { cwd: ROOT })
const NAMES = new Set([...FILES, ...ROOT_FILES].map((file) => basename(file)))

/** What a command makes, and what a reader is to name herself. */
const NOT_KEPT = /^dist\/|NNNN/

/** As a page names a file: whole, from `server/` on, or from a folder that the sentence has named. */
const isThere = (named: string): boolean =>
  named.includes('/')
    ? FILES.some((file) => `/${file}`.endsWith(`/${named.replace(/^(\.\.?\/)+/, '')}`))
    : NAMES.has(named)

test('each file that a page names is there', () => {
  const named = PAGES.filter((page) => page !== 'CHANGELOG.md').flatMap((page) =>
    [
      ...readFileSync(join(ROOT, page), 'utf8').matchAll(
        /`((?:[\w.-]+\/)*[\w-][\w.-]*\.(?:ts|tsx|sql|mjs))`/g,
      ),
    ].map(([, file]) => ({ page, file: file! })),
  )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(({ file }) => !isThere(file) && !NOT_KEPT.test(file))).toEqual([])
})
